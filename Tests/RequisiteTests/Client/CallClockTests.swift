import RequisiteTesting
import Testing

@testable import Requisite

@Suite("The clock of a call", .timeLimit(.minutes(3)))
struct CallClockTests {
  private let clock = TestClock()

  /// A client whose dispatcher alone is given the clock.
  private func client(_ transport: some Transport) -> APIClient {
    .testing(transport, clock: CallClock(clock))
  }

  @Test("retries wait by the clock of the dispatcher")
  func retries() async throws {
    let stub = StubTransport { On.any().respond(.status(503), .status(503), .json([Todo()])) }
    let client = client(stub.retried(.constant(.seconds(3))))
    let response = try await clock.run { try await client.response(for: GetTodos()) }
    #expect(clock.now.offset == .seconds(6))
    #expect(response.timeline?.attempts.map(\.wait) == [.seconds(3), .seconds(3), nil])
  }

  @Test("delays, rate limits, logs and stubs use the clock of the dispatcher")
  func layers() async throws {
    let sink = CollectingSink()
    let stub = StubTransport { On.any().respond(StubResponse.json([Todo()]).after(.seconds(2))) }
    let client = client(
      stub.delayed(by: .seconds(1)).rateLimited(1, per: .seconds(10)).logged(to: sink))
    try await clock.run {
      for _ in 0..<2 { _ = try await client.dispatch(GetTodos()) }
    }
    // The first call takes 3 seconds. The second waits until 10 seconds have passed since the first.
    #expect(clock.now.offset == .seconds(13))
    #expect(sink.entries.compactMap(\.end?.time) == [.seconds(3), .seconds(10)])
  }

  @Test("one clock has both times: what is cached, a cookie and the date of Retry-After grow old with it")
  func dates() async throws {
    let start = Date(timeIntervalSince1970: 784_111_777)  // Sun, 06 Nov 1994 08:49:37 GMT
    let callClock = CallClock(clock, startingAt: start)
    let stub = StubTransport {
      On.any().respond(
        .json([Todo()], headers: ["Cache-Control": "max-age=60"]), .json([Todo()]),
        .status(503, headers: [.retryAfter: "Sun, 06 Nov 1994 08:50:47 GMT"]), .json([Todo()]))
    }
    let client = APIClient.testing(stub.retried().cached(), clock: callClock)
    let jar = CookieJar(clock: callClock)
    jar.store("a=1; Max-Age=60", from: .api)
    func outcome() async throws -> CacheDecision.Outcome? {
      try await client.response(for: GetTodos()).cacheDecision?.outcome
    }
    #expect(try await outcome() == .miss && callClock.date == start)
    #expect(try await outcome() == .hit && jar.cookies.count == 1)
    clock.advance(by: .seconds(61))
    #expect(try await outcome() != .hit && jar.cookies.isEmpty)
    #expect(callClock.date == start.addingTimeInterval(61))
    _ = try await clock.run { try await client.response(for: GetTodos()) }
    #expect(clock.now.offset == .seconds(70))
  }

  @Test("a circuit breaker uses the clock of the dispatcher")
  func breaker() async throws {
    let stub = StubTransport { On.any().respond(.status(503), .json([Todo()])) }
    let client = client(stub.circuitBreaker(CircuitBreaker(minimumCalls: 1, openFor: .seconds(30))))
    #expect(try await client.failure(of: GetTodos()).kind == .error5xx)
    #expect(try await client.failure(of: GetTodos()).kind == .refused)
    clock.advance(by: .seconds(30))
    #expect(try await client.dispatch(GetTodos()) == [Todo()])
  }

  @Test("hedging and a deadline of the stack use the clock of the dispatcher")
  func alarms() async throws {
    let stub = StubTransport { On.any().respond(.never) }
    let hedged = client(stub.hedged(after: .seconds(1)).deadline(.seconds(5)))
    async let error = hedged.failure(of: GetTodos())
    try await clock.sleepers(2)
    clock.advance(by: .seconds(1))
    try await stub.requests(atLeast: 2)
    clock.advance(by: .seconds(4))
    let failure = try await error
    #expect(failure.kind == .deadlineExceeded)
  }

  @Test("a layer with its own clock keeps it, and a layer without a dispatcher uses the system's clock")
  func own() async throws {
    let other = TestClock()
    let stub = StubTransport { On.any().respond(.status(503), .json([Todo()])) }
    let client = client(stub.retried(.constant(.seconds(3)), clock: CallClock(other)))
    _ = try await other.run { try await client.dispatch(GetTodos()) }
    #expect(other.now.offset == .seconds(3) && clock.now.offset == .zero)
    let before = CallClock.continuous.now
    #expect(TransportRequest(url: .api).clock.now >= before)
  }
}
