import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

/// A program can set any duration, for example `.seconds(Int.max)` for “never”. No sum or product of them overflows.
@Suite("Very long durations", .timeLimit(.minutes(3)))
struct DurationBoundsTests {
  private static let huge: [Duration] = [.seconds(Int.max), .seconds(1.7e20), .seconds(-1.7e20)]

  @Test("a duration is limited to 100 years in both directions")
  func bounds() {
    #expect(Duration.seconds(1.7e20).bounded == .longest)
    #expect(Duration.seconds(-1.7e20).bounded == .zero - .longest)
    #expect(Duration.seconds(60).bounded == .seconds(60))
  }

  @Test(
    "a deadline ends after 100 years at most, and keeps its duration", arguments: huge
  )
  func deadline(duration: Duration) {
    let deadline = CallDeadline(duration, on: CallClock(TestClock()))
    #expect(deadline.duration == duration)
    #expect(deadline.remaining == duration.bounded)
    #expect(deadline.hasPassed == (duration < .zero))
  }

  @Test("a call with such a deadline waits, and can be cancelled")
  func call() async throws {
    let clock = TestClock()
    let transport = StubTransport { On.any().respond(.never) }
    let dispatcher = NetworkDispatcher(transport: transport, clock: CallClock(clock))
    let client = APIClient(baseURL: "https://api.test", networkDispatcher: dispatcher)
      .with(\.deadline, .seconds(Int.max))
    let call = Task { try await client.dispatch(Endpoint<String>.get("/x")) }
    try await clock.sleepers(1)
    call.cancel()
    await #expect(throws: NetworkRequestError.self) { try await call.value }
  }

  private enum LayerWithDuration: CaseIterable { case retries, delay, hedging }

  @Test(
    "waits before another attempt, delays and second requests last as long as the clock can sleep",
    arguments: LayerWithDuration.allCases)
  private func waits(in layer: LayerWithDuration) async throws {
    let clock = TestClock()
    let callClock = CallClock(clock)
    let failing = StubTransport { On.any().respond(layer == .hedging ? .never : .status(503)) }
    let wait = Duration.seconds(1.7e20)
    let transport: any Transport =
      switch layer {
      case .retries: failing.retried(.constant(wait), clock: callClock)
      case .delay: failing.delayed(by: wait, clock: callClock)
      case .hedging: failing.hedged(after: wait, clock: callClock)
      }
    let request = TransportRequest(url: try #require(URL(string: "https://api.test/x")))
    let call = Task { try await transport.send(request) }
    try await clock.sleepers(1)
    call.cancel()
    await #expect(throws: NetworkRequestError.self) { try await call.value }
  }

  @Test(
    "the system's clock sleeps for any duration until it is cancelled",
    arguments: huge)
  func systemClock(duration: Duration) async {
    let sleep = Task { try await CallClock.continuous.sleep(for: duration) }
    sleep.cancel()
    _ = await sleep.result
  }

  @Test("an exponential backoff has no overflow, with any base, cap, number of attempts and random numbers")
  func backoff() throws {
    let url = try #require(URL(string: "https://api.test/x"))
    let request = TransportRequest(url: url)
    let failure = FailedAttempt(
      number: 500, request: request, outcome: .success(TransportResponse(status: 503, url: url)),
      retryAfter: nil, elapsed: .zero)
    for base in Self.huge + [.zero, .seconds(-1), .seconds(1)] {
      for cap in Self.huge + [.seconds(20)] {
        for random in [0, 1, Double.nan, .infinity, -.infinity] {
          let policy = Backoff.exponential(from: base, cap: cap, attempts: .max, random: { random })
          let delay = try #require(policy.delay(after: failure))
          #expect(delay >= .zero && delay <= .longest)
        }
      }
    }
  }

  @Test("limits of any rate, period and burst have no overflow", arguments: [Int.min, -1, 0, 1, Int.max])
  func buckets(capacity: Int) {
    for interval in Self.huge + [.zero, .seconds(60)] {
      var bucket = TokenBucket(interval: interval, capacity: capacity)
      for _ in 0..<3 { bucket.take(at: .seconds(1)) }
      #expect(bucket.wait(at: .seconds(1), behind: 10_000) >= .zero)
    }
  }

  @Test("a circuit breaker with any window and time counts and opens", arguments: huge)
  func circuits(duration: Duration) {
    var window = OutcomeWindow(length: duration)
    window.add(failed: true, at: .seconds(Int.max))
    #expect(window.totals(at: .seconds(Int.max)).failures == 1)
    var circuit = Circuit(
      CircuitBreaker(
        failureRate: 0.5, minimumCalls: 1, window: duration, openFor: duration, trials: .max))
    guard case .pass(let pass) = circuit.admit(at: .seconds(1)) else { return }
    circuit.note(.failure, of: pass, at: .seconds(1))
    #expect((circuit.admit(at: .seconds(1)) == .refused(.longest)) == (duration > .zero))
  }

  @Test("timeouts and ages of a cache take any duration")
  func timeouts() throws {
    let request = TransportRequest(url: try #require(URL(string: "https://api.test/x")))
    for duration in Self.huge {
      var request = request
      request.options.timeout = duration
      #expect(request.urlRequest.timeoutInterval >= 1)
      _ = CacheMode.maximumAge(duration)
    }
  }
}
