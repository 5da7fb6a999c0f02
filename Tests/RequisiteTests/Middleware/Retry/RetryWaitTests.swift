import RequisiteTesting
import Testing

@testable import Requisite

@Suite("Retry: waits", .timeLimit(.minutes(1)))
struct RetryWaitTests {
  private let clock = TestClock()
  private let now = Date(timeIntervalSince1970: 784_111_777)  // Sun, 06 Nov 1994 08:49:37 GMT

  @Test(
    "The wait is Retry-After, in seconds or as a date, if it is longer than the policy's wait",
    .feature("F1"),
    arguments: [
      ("10", 10), ("1", 3), ("soon", 3), ("60", 60), ("Sun, 06 Nov 1994 08:50:07 GMT", 30),
      ("Sunday, 06-Nov-94 08:50:07 GMT", 30), ("Sun Nov  6 08:50:07 1994", 30),
      ("Sun, 06 Nov 1994 00:00:00 GMT", 3),
    ])
  func retryAfter(value: String, seconds: Int) async throws {
    let (stub, waited) = try await wait(after: .status(503, headers: [.retryAfter: value]))
    #expect(stub.requests.count == 2)
    #expect(waited == .seconds(seconds))
  }

  @Test(
    "a Retry-After above the cap ends the attempts", .feature("F1"),
    arguments: ["61", "99999999999999999999"])
  func cap(value: String) async throws {
    let (stub, waited) = try await wait(after: .status(429, headers: [.retryAfter: value]))
    #expect(stub.requests.count == 1)
    #expect(waited == .zero)
  }

  @Test("a wait that would end after the deadline is skipped, and the last result is returned at once")
  func deadline() async throws {
    for (deadline, attempts) in [(Duration.seconds(3), 1), (.milliseconds(3_001), 2), (.seconds(7), 3)] {
      let clock = TestClock()
      let stub = StubTransport { On.any().respond(status: 503) }
      let dispatcher = NetworkDispatcher(
        transport: stub.retried(clock: CallClock(clock)), clock: CallClock(clock))
      let request = TransportRequest(url: .api, options: RequestOptions(deadline: deadline))
      let error = await #expect(throws: NetworkRequestError.self) {
        try await clock.run(whenAsleep: 2) { try await dispatcher.send(request) }
      }
      #expect(error?.status == 503)
      #expect(stub.requests.count == attempts)
      #expect(clock.now.offset == .seconds(3 * (attempts - 1)))
    }
  }

  @Test("a refusal by an inner layer is tried again after the wait that it names")
  func refusal() async throws {
    let refusal = Refusal(.rateLimited, retryAfter: .seconds(8))
    let (stub, waited) = try await wait(after: .failure(NetworkRequestError.refused(refusal)))
    #expect(stub.requests.count == 2)
    #expect(waited == .seconds(8))
  }

  private func wait(after first: StubResponse) async throws -> (StubTransport, Duration) {
    let stub = StubTransport { On.any().respond(first, .text("here")) }
    let transport = stub.retried(clock: CallClock(clock, startingAt: now))
    _ = try await clock.run { try await transport.send(TransportRequest(url: .api)) }
    return (stub, clock.now.offset)
  }
}
