import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

/// Many calls at once through layers that share state, cancelled at random moments. Of use under the thread sanitizer
/// above all: `swift test --sanitize=thread --filter Interleaving`.
@Suite("Interleaved calls", .timeLimit(.minutes(3)))
struct InterleavingTests {
  @Test("with any interleaving, each call ends once, and no work continues after it", arguments: 1...6)
  func crossing(seed: UInt64) async throws {
    let clock = TestClock()
    let server = Wandering(seed: seed)
    let transport = stack(on: server, clock: CallClock(clock))
    let mover = Task {
      while !Task.isCancelled {
        clock.advance(by: .milliseconds(1))
        await Task.yield()
      }
    }
    defer { mover.cancel() }
    let ends = await calls(1_000, seed: seed, through: transport)
    #expect(ends.count == 1_000)
    let expected: Set<NetworkRequestError.Kind> = [
      .cancelled, .deadlineExceeded, .refused, .authenticationFailed,
    ]
    #expect(ends.compactMap(\.error).allSatisfy { expected.contains($0) })
    #expect(ends.contains { $0.error == nil }, "some succeed")
    #expect(await until { server.underWay == 0 }, "nothing is left with the server")
    #expect(server.served > 0)
  }

  private struct End: Sendable { let error: NetworkRequestError.Kind? }

  /// Layers that share state among calls, and those that race a call against the clock.
  private func stack(on server: Wandering, clock: CallClock) -> some Transport {
    let number = Locked(0)
    let tokens = BearerAuthenticator { _ in
      await Task.yield()
      let next = number.withLock { number in
        number += 1
        return number
      }
      return AccessToken("t\(next)")
    }
    return
      server
      .authenticated(with: tokens, for: URL.api)
      .deadline(.milliseconds(40), clock: clock)
      .throttled(max: 20)
      .circuitBreaker(clock: clock)
      .hedged(after: .milliseconds(2), clock: clock)
      .duplicatesRemoved()
  }

  private func calls(_ count: Int, seed: UInt64, through transport: some Transport) async -> [End] {
    var random = SeededGenerator(seed: seed)
    return await withTaskGroup(of: End.self) { group in
      for _ in 0..<count {
        let request = TransportRequest(url: .api("/\(random.index(below: 150))"))
        let patience = random.chance(3) ? random.index(below: 60) : nil
        group.addTask { await end(of: request, through: transport, cancelledAfter: patience) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  private func end(
    of request: TransportRequest, through transport: some Transport, cancelledAfter yields: Int?
  ) async -> End {
    let call = Task { await transport.outcome(of: request) }
    if let yields {
      for _ in 0..<yields { await Task.yield() }
      call.cancel()
    }
    switch await call.value {
    case .success: return End(error: nil)
    case .failure(let error): return End(error: error.kind)
    }
  }
}

/// A server that takes its time, rejects some credentials, fails now and then, and stops when it is cancelled.
private final class Wandering: TerminalTransport {
  private struct State {
    var random: SeededGenerator
    var underWay = 0
    var served = 0
  }

  private let state: Locked<State>

  init(seed: UInt64) {
    state = Locked(State(random: SeededGenerator(seed: seed)))
  }

  var underWay: Int { state.withLock { $0.underWay } }
  var served: Int { state.withLock { $0.served } }

  func exchange(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    let (turns, status) = state.withLock { state in
      state.underWay += 1
      let status = state.random.chance(10) ? 401 : state.random.chance(20) ? 503 : 200
      return (state.random.chance(4) ? 0 : state.random.index(below: 40), status)
    }
    defer { state.withLock { $0.underWay -= 1 } }
    for _ in 0..<turns {
      guard !Task.isCancelled else { throw .cancelled(request) }
      await Task.yield()
    }
    state.withLock { $0.served += 1 }
    return TransportResponse(status: status, url: request.url)
  }
}
