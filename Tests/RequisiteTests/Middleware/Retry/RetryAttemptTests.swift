import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("Retry: what one attempt leaves to the next", .timeLimit(.minutes(1)))
struct RetryAttemptTests {
  /// Answers each request with status 503 and a stream.
  private struct Busy: Transport {
    let ended: Counter

    func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
      let stream = ByteStream(Data("busy".utf8)).ending { [ended] in ended.add() }
      return TransportResponse(status: 503, url: request.url, body: .stream(stream))
    }
  }

  @Test("the transfer of an attempt ends before the wait for the next one")
  func discards() async throws {
    let (clock, ended) = (TestClock(), Counter())
    let transport = Busy(ended: ended).retried(.constant(.seconds(5), attempts: 2), clock: CallClock(clock))
    let call = Task { try await transport.send(TransportRequest(url: .api, delivery: .streamed)) }
    try await clock.sleepers(1)
    #expect(ended.value == 1)
    clock.run()
    _ = try await call.value
  }

  @Test("an attempt that was not sent does not hide that an earlier one may have been")
  func wasSent() async throws {
    for (codes, isBeforeSending) in [
      ([.cannotConnectToHost, .cannotConnectToHost], true),
      ([.networkConnectionLost, .cannotConnectToHost], false),
    ] as [([TransportFailure.Code], Bool)] {
      let stub = StubTransport {
        On.any().fail(codes[0]).once()
        On.any().fail(codes[1])
      }
      let error = await #expect(throws: NetworkRequestError.self) {
        try await stub.retried(.immediate(attempts: 2)).send(TransportRequest(url: .api))
      }
      #expect(error?.isBeforeSending == isBeforeSending && stub.requests.count == 2)
    }
  }

  @Test("each attempt has its own duration")
  func durations() async throws {
    let clock = TestClock()
    let stub = StubTransport { On.any().respond(StubResponse.status(503).after(.seconds(2))) }
    let request = TransportRequest(url: .api).recorded(on: CallClock(clock))
    let transport = stub.retried(.constant(.seconds(3), attempts: 3), clock: CallClock(clock))
    _ = try await clock.run(within: .seconds(10)) { try await transport.send(request) }
    #expect(request.record?.attempts.map(\.duration) == [.seconds(2), .seconds(2), .seconds(2)])
    #expect(request.record?.attempts.map(\.start) == [.zero, .seconds(5), .seconds(10)])
  }

  @Test("a budget holds no more than its reserve, or one attempt without a reserve")
  func fullBudget() {
    for (reserve, most) in [(10, 10), (0, 1)] as [(Double, Double)] {
      let budget = RetryBudget(ratio: 0.5, reserve: reserve)
      for _ in 0..<100 { budget.deposit() }
      #expect(budget.balance == most)
    }
  }
}
