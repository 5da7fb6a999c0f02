import Foundation
import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

/// A clock of a program's own may fail to sleep. That is an error of the clock, not a cancellation of the call.
@Suite("A clock whose sleep throws", .timeLimit(.minutes(3)))
struct BrokenClockTests {
  private enum LayerWithClock: CaseIterable { case retry, delay, rateLimit, stub }

  private struct BrokenClock: Clock {
    var now: ContinuousClock.Instant { ContinuousClock.now }
    var minimumResolution: Duration { .zero }
    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws { throw Broken() }
  }

  @Test("the error of a clock ends the call as its cause", arguments: LayerWithClock.allCases)
  private func failingSleep(layer: LayerWithClock) async throws {
    let (error, sent) = try await Self.failure(of: layer)
    guard case .unknownError(let failure) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(failure.underlyingError is Broken)
    // Only the layers that wait after the request, or within the answer, have sent anything.
    #expect(sent == (layer == .delay ? 0 : 1))
  }

  @Test(
    "a cancelled call stays cancelled with such a clock", arguments: LayerWithClock.allCases)
  private func cancelled(layer: LayerWithClock) async throws {
    let call = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await Self.failure(of: layer).error
    }
    #expect(try await call.value.kind == .cancelled)
  }

  /// The error of a call that has to wait in a layer, and how many requests were sent.
  private static func failure(of layer: LayerWithClock) async throws -> (
    error: NetworkRequestError, sent: Int
  ) {
    let clock = CallClock(BrokenClock())
    let answer = layer == .stub ? StubResponse.status(200).after(.seconds(1)) : .status(503)
    let stub = StubTransport(clock: clock) { On.any().respond(answer) }
    let transport: any Transport =
      switch layer {
      case .retry: stub.retried(.constant(.seconds(1)), clock: clock)
      case .delay: stub.delayed(by: .seconds(1), clock: clock)
      case .rateLimit: stub.rateLimited(1, per: .seconds(10), burst: 1, clock: clock)
      case .stub: stub
      }
    let request = TransportRequest(url: try #require(URL(string: "https://api.test/x")))
    if layer == .rateLimit { _ = await transport.outcome(of: request) }
    guard case .failure(let error) = await transport.outcome(of: request) else { throw Broken() }
    return (error, stub.requests.count)
  }
}
