import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("Rate limit", .timeLimit(.minutes(3)))
struct RateLimitTests {
  private let clock = TestClock()

  @Test("calls are sent at the rate, after a burst", .feature("F13"))
  func rate() async throws {
    let times = Times(clock)
    let transport = times.rateLimited(2, per: .seconds(1), clock: CallClock(clock))
    try await sendAll(6, through: transport)
    #expect(times.all == [0, 0, 500, 1_000, 1_500, 2_000].map { .milliseconds($0) })
  }

  @Test("with a burst of one, calls are sent at even intervals")
  func even() async throws {
    let times = Times(clock)
    let transport = times.rateLimited(4, per: .seconds(1), burst: 1, clock: CallClock(clock))
    try await sendAll(4, through: transport)
    #expect(times.all == [0, 250, 500, 750].map { .milliseconds($0) })
  }

  @Test("each host has its own rate, or all hosts share one")
  func scopes() async throws {
    for (scope, last) in [(LimitScope.perHost, Duration.zero), (.all, .seconds(2))] {
      let clock = TestClock()
      let times = Times(clock)
      let transport = times.rateLimited(1, per: .seconds(1), scope: scope, clock: CallClock(clock))
      for host in ["a.example", "b.example", "c.example"] {
        _ = try await clock.run { try await transport.send(TransportRequest(url: .api("/", host: host))) }
      }
      #expect(times.all.last == last)
    }
  }

  @Test("Retry-After delays the next calls with a 429 or 503, and not with another status")
  func retryAfter() async throws {
    for (status, wait) in [(429, 30), (503, 30), (200, 0), (301, 0)] {
      let clock = TestClock()
      let stub = StubTransport {
        On.any().respond(.status(status, headers: [.retryAfter: "30"]), .text("here"))
      }
      let transport = stub.rateLimitedByServer(clock: CallClock(clock))
      for _ in 0..<2 { _ = try await clock.run { try await transport.send(TransportRequest(url: .api)) } }
      #expect(clock.now.offset == .seconds(wait))
    }
  }

  @Test("as many calls as RateLimit allows are sent, and the next one waits for the reset", .feature("F13"))
  func rateLimitField() async throws {
    let stub = StubTransport {
      On.any().respond(.status(200, headers: [.rateLimit: #""x";r=1;t=20"#]), .text("here"))
    }
    let transport = stub.rateLimitedByServer(clock: CallClock(clock))
    for wait in [0, 0, 20] {
      _ = try await clock.run { try await transport.send(TransportRequest(url: .api)) }
      #expect(clock.now.offset == .seconds(wait))
    }
  }

  @Test("a call that would have to wait for too long is refused with the time to wait")
  func tooLong() async throws {
    let stub = StubTransport { On.any().respond(.status(503, headers: [.retryAfter: "61"]), .text("here")) }
    let transport = stub.rateLimitedByServer(clock: CallClock(clock))
    _ = try await transport.send(TransportRequest(url: .api))
    let error = await #expect(throws: NetworkRequestError.self) {
      try await transport.send(TransportRequest(url: .api))
    }
    guard case .refused(let refusal) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(refusal.reason == .rateLimited)
    #expect(refusal.retryAfter == .seconds(61))
    #expect(error?.isRetryable == true && error?.isBeforeSending == true)
    clock.advance(by: .seconds(1))
    _ = try await clock.run { try await transport.send(TransportRequest(url: .api)) }
    #expect(clock.now.offset == .seconds(61))
  }

  @Test("a call whose turn is after its deadline, with the calls before it counted, is refused at once")
  func deadline() async throws {
    let times = Times(clock)
    let transport = times.rateLimited(1, per: .seconds(10), clock: CallClock(clock))
    let dispatcher = NetworkDispatcher(transport: transport, clock: CallClock(clock))
    _ = try await transport.send(TransportRequest(url: .api))
    let patient = Task { try await transport.send(TransportRequest(url: .api)) }
    try await clock.sleepers(1)
    for deadline in [5, 15, 19] {
      let options = RequestOptions(deadline: .seconds(deadline))
      let error = await #expect(throws: NetworkRequestError.self) {
        try await dispatcher.send(TransportRequest(url: .api, options: options))
      }
      #expect(error?.kind == .refused)
    }
    #expect(clock.now.offset == .zero)
    clock.run()
    _ = try await patient.value
  }

  @Test("a call that is cancelled in the queue takes no token and delays no other call")
  func cancelled() async throws {
    let times = Times(clock)
    let transport = times.rateLimited(1, per: .seconds(1), clock: CallClock(clock))
    let limited = try #require(transport as? RateLimitTransport<Times>)
    _ = try await transport.send(TransportRequest(url: .api))
    let key = ScopeKey(.api)
    let head = Task { try await transport.send(TransportRequest(url: .api)) }
    try await clock.sleepers(1)
    let second = Task { try await transport.send(TransportRequest(url: .api)) }
    #expect(await until { limited.waiting(for: key) >= 1 })
    let third = Task { try await transport.send(TransportRequest(url: .api)) }
    #expect(await until { limited.waiting(for: key) >= 2 })
    second.cancel()
    head.cancel()
    for call in [head, second] {
      let error = await #expect(throws: NetworkRequestError.self) { try await call.value }
      #expect(error?.kind == .cancelled)
    }
    _ = try await clock.run { try await third.value }
    #expect(times.all == [.zero, .seconds(1)])
  }

  @Test("a timeline says that the rate limit held a call, in its queue and for its turn", .feature("C15"))
  func timeline() async throws {
    let transport = Times(clock).rateLimited(1, per: .seconds(1), clock: CallClock(clock))
    let limited = try #require(transport as? RateLimitTransport<Times>)
    _ = try await transport.send(TransportRequest(url: .api))
    let head = Task { try await transport.send(TransportRequest(url: .api)) }
    try await clock.sleepers(1)
    let request = TransportRequest(url: .api).recorded(on: CallClock(clock))
    let second = Task { try await transport.send(request) }
    #expect(await until { limited.waiting(for: ScopeKey(.api)) >= 1 })
    try await clock.run {
      _ = try await head.value
      _ = try await second.value
    }
    let events = request.record?.spans.map { "\($0.layer) \($0.event)" }
    #expect(events == ["rate limit queued", "rate limit waited"])
  }

  private func sendAll(_ count: Int, through transport: some Transport) async throws {
    try await clock.run {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<count { group.addTask { _ = try await transport.send(TransportRequest(url: .api)) } }
        try await group.waitForAll()
      }
    }
  }
}

/// A transport that answers at once and notes when it was asked.
private final class Times: Transport {
  private let clock: TestClock
  private let times = Locked<[Duration]>([])

  init(_ clock: TestClock) {
    self.clock = clock
  }

  var all: [Duration] { times.withLock { $0 } }

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    times.withLock { $0.append(clock.now.offset) }
    return TransportResponse(status: 200, url: request.url)
  }
}
