import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite(
  "Fuzz: calls that are cancelled at random, through limits, hedging, retries and sharing",
  .timeLimit(.minutes(5)))
struct CancellationFuzzTests {
  /// Answers with the request itself after a few turns, and fails now and then.
  private final class Mirror: TerminalTransport {
    struct State {
      var random: SeededGenerator
      /// The calls and streams that have not ended.
      var underWay = 0
      var most = 0
    }

    let state: Locked<State>

    init(seed: UInt64) { state = Locked(State(random: SeededGenerator(seed: seed))) }

    static func text(_ request: TransportRequest) -> String {
      "\(request.url.absoluteString) \(request.headers[.authorization] ?? "")"
    }

    func exchange(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
      let (turns, fate) = state.withLock { state in
        state.underWay += 1
        state.most = max(state.most, state.underWay)
        return (state.random.index(below: 12), state.random.index(below: 10))
      }
      do throws(NetworkRequestError) {
        let stream = try await answer(to: request, after: turns, fate)
        guard let stream else { return end(TransportResponse(status: 503, url: request.url)) }
        guard request.delivery == .streamed else {
          let data = try await stream.collected(upTo: 1_000)
          return end(TransportResponse(status: 200, url: request.url, body: .data(data)))
        }
        let counted = stream.ending { [self] in state.withLock { $0.underWay -= 1 } }
        return TransportResponse(status: 200, url: request.url, body: .stream(counted))
      } catch {
        state.withLock { $0.underWay -= 1 }
        throw error
      }
    }

    private func end(_ response: TransportResponse) -> TransportResponse {
      state.withLock { $0.underWay -= 1 }
      return response
    }

    private func answer(
      to request: TransportRequest, after turns: Int, _ fate: Int
    ) async throws(NetworkRequestError) -> ByteStream? {
      for _ in 0..<turns {
        await Task.yield()
        if Task.isCancelled { throw .cancelled(request) }
      }
      if fate == 0 { throw .urlSessionFailed(TransportFailure(.networkConnectionLost, request: request)) }
      let rest = Locked(Self.text(request).utf8.map { Data([$0]) })
      return fate == 1
        ? nil
        : ByteStream { () async throws(NetworkRequestError) -> Data? in
          await Task.yield()
          if Task.isCancelled { throw .cancelled(request) }
          return rest.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        }
    }
  }

  /// The way in which a call is made and given up.
  private struct Plan {
    let request: TransportRequest
    let turns: Int?
    let isHalf: Bool

    init(_ random: inout SeededGenerator) throws {
      let url = try #require(URL(string: "https://h\(random.index(below: 2)).test/\(random.index(below: 3))"))
      request = TransportRequest(
        url: url, headers: [.authorization: "user \(random.index(below: 2))"],
        delivery: random.chance(4) ? .streamed : .buffered)
      turns = random.chance(2) ? random.index(below: 30) : nil
      isHalf = random.chance(2)
    }

    /// Returns false for a response or an error that is not that of the request.
    func run(on transport: some Transport) async -> Bool {
      let call = Task { try await outcome(of: transport) }
      if let turns {
        for _ in 0..<turns { await Task.yield() }
        call.cancel()
      }
      do { return try await call.value } catch {
        guard let error = error as? NetworkRequestError, let failed = error.request else { return false }
        return Mirror.text(failed) == Mirror.text(request)
      }
    }

    private func outcome(of transport: some Transport) async throws -> Bool {
      let response = try await transport.send(request)
      let expected = response.status == 200 ? Mirror.text(request) : ""
      switch response.body {
      case .data(let data): return String(decoding: data, as: UTF8.self) == expected
      case .stream(let stream):
        if isHalf {
          var chunks = stream.makeAsyncIterator()
          return try await chunks.next()?.count == (expected.isEmpty ? nil : 1)
        }
        return String(decoding: try await stream.collected(upTo: 1_000), as: UTF8.self) == expected
      case .file: return false
      }
    }
  }

  @Test(
    "each call gets its own response, and all places are free afterwards",
    arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func stack(seed: UInt64) async throws {
    let mirror = Mirror(seed: seed)
    let gate = ConcurrencyLimiter(limit: 3, queueLimit: 10_000, of: "throttle")
    let limited = ThrottleTransport(
      upstream: mirror.hedged(after: .zero, budget: nil), scope: .all, limiter: gate)
    let retried = limited.rateLimitedByServer().retried(.immediate(), budget: nil)
    let transport = DeduplicationTransport(upstream: retried, ignored: [])
    var random = SeededGenerator(seed: seed)
    let plans = try (0..<Fuzz.cases(300)).map { _ in try Plan(&random) }
    await withTaskGroup(of: Bool.self) { group in
      for plan in plans { group.addTask { await plan.run(on: transport) } }
      for await isRight in group { #expect(isRight) }
    }
    #expect(await until { mirror.state.withLock { $0.underWay } == 0 })
    #expect(mirror.state.withLock { $0.most } <= 6, "three places, each with two requests at most")
    #expect(transport.waiterCount == 0)
    #expect(gate.count(before: .low, in: .all) == 0, "a place is not free again")
  }
}
