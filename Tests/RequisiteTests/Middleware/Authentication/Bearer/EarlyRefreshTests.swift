import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("Refresh before a token expires", .timeLimit(.minutes(3)))
struct EarlyRefreshTests {
  private struct Down: Error {}

  private let clock = TestClock()
  private let start = Date(timeIntervalSince1970: 1_000_000)
  /// How often a token was asked for.
  private let tries = Locked(0)
  private let isDown = Locked(true)

  @Test(
    "after a failed refresh, calls use the valid token, and their timelines say so", .feature("C8", "F37"))
  func goingOn() async throws {
    let stub = StubTransport { On.any().respond(status: 200) }
    let dispatcher = NetworkDispatcher(
      transport: stub.authenticated(with: tokens(), for: URL.api), clock: CallClock(clock))
    clock.advance(by: .seconds(80))
    let response = try await dispatcher.send(TransportRequest(url: .api))
    let spans = response.timeline?.spans.filter { $0.layer == "authentication" } ?? []
    #expect(spans.map(\.event) == ["waited", "refresh failed"])
    #expect(spans.last?.detail?.contains("Down") == true)
    #expect(stub.requests.map { $0.headers[.authorization] } == ["Bearer t0"])
    #expect(tries.withLock { $0 } == 1)
  }

  @Test("the next refresh is made after the backoff, and its success ends the backoff", .feature("C8"))
  func backoff() async throws {
    let stub = StubTransport { On.any().respond(status: 200) }
    let transport = stub.authenticated(with: tokens(), for: URL.api)
    let expected = [(70, 1), (71, 1), (74, 1), (75, 2), (79, 2), (80, 3), (81, 3)]
    for (time, count) in expected {
      clock.advance(by: .seconds(time) - clock.now.offset)
      if time == 80 { isDown.withLock { $0 = false } }
      for _ in 1...3 { _ = try await transport.send(TransportRequest(url: .api)) }
      #expect(tries.withLock { $0 } == count, "after \(time) s")
    }
    #expect(stub.requests.suffix(6).allSatisfy { $0.headers[.authorization] == "Bearer t3" })
  }

  @Test("a backoff whose beginning lies in the future is over: the clock was set back", .feature("C8"))
  func setBack() {
    let backoff = RefreshBackoff(.seconds(5))
    #expect(!backoff.isRunning(at: start))
    backoff.noteFailure(at: start)
    let running = [-1, 0, 4.9, 5].map { backoff.isRunning(at: start.addingTimeInterval($0)) }
    #expect(running == [false, true, true, false])
  }

  @Test("a login ends the backoff", .feature("C8"))
  func login() async throws {
    let stub = StubTransport { On.any().respond(status: 200) }
    let tokens = tokens()
    let transport = stub.authenticated(with: tokens, for: URL.api)
    clock.advance(by: .seconds(80))
    _ = try await transport.send(TransportRequest(url: .api))
    #expect(tries.withLock { $0 } == 1)
    try await tokens.logIn(AccessToken("mine", expiry: start.addingTimeInterval(84)))
    clock.advance(by: .milliseconds(3_700))
    _ = try await transport.send(TransportRequest(url: .api))
    #expect(tries.withLock { $0 } == 2)
  }

  @Test("an expired or rejected token is not used, and has no backoff", .feature("C8"))
  func over() async throws {
    let stub = StubTransport { On.any().respond(status: 200) }
    let transport = stub.authenticated(with: tokens(), for: URL.api)
    clock.advance(by: .seconds(99))
    _ = try await transport.send(TransportRequest(url: .api))
    clock.advance(by: .seconds(1))
    for count in 2...3 {
      let error = await #expect(throws: NetworkRequestError.self) {
        try await transport.send(TransportRequest(url: .api))
      }
      #expect(error?.underlyingError is Down)
      #expect(tries.withLock { $0 } == count)
    }
    #expect(stub.requests.count == 1)
  }

  @Test("a token that is rejected after a failed refresh is not used again", .feature("C8"))
  func rejected() async throws {
    let stub = StubTransport { On.any().respond(.status(401)) }
    let transport = stub.authenticated(with: tokens(), for: URL.api)
    clock.advance(by: .seconds(80))
    let error = await #expect(throws: NetworkRequestError.self) {
      try await transport.send(TransportRequest(url: .api))
    }
    #expect(error?.kind == .authenticationFailed)
    #expect(stub.requests.count == 1)
    #expect(tries.withLock { $0 } == 2)
  }

  @Test("all waiting calls resume together, after one refresh", .feature("C8"))
  func together() async throws {
    let stub = StubTransport { On.any().respond(status: 200) }
    let tokens = tokens(taking: .seconds(1))
    let transport = stub.authenticated(with: tokens, for: URL.api)
    clock.advance(by: .seconds(80))
    let calls = (0..<50).map { _ in Task { try await transport.send(TransportRequest(url: .api)).status } }
    #expect(await until { tokens.tokens.waiterCount == 50 })
    try await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    for call in calls { #expect(try await call.value == 200) }
    #expect(tries.withLock { $0 } == 1)
  }

  /// Begins with a token of 100 seconds, to be replaced 30 seconds early.
  private func tokens(taking time: Duration = .zero) -> BearerAuthenticator {
    let first = AccessToken("t0", expiry: start.addingTimeInterval(100))
    return BearerAuthenticator(
      store: MemoryTokenStore(first),
      clock: CallClock(clock, startingAt: start)
    ) { [tries, isDown, clock, start] _ in
      let number = tries.withLock {
        $0 += 1
        return $0
      }
      if time > .zero { try await clock.sleep(until: clock.now.advanced(by: time)) }
      if isDown.withLock({ $0 }) { throw Down() }
      return AccessToken("t\(number)", expiry: start.addingTimeInterval(1_000))
    }
  }
}
