import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("Lifetime of bearer tokens", .timeLimit(.minutes(3)))
struct BearerTokenTests {
  private let start = Date(timeIntervalSince1970: 1_000_000)

  @Test(
    "a token is replaced before it expires: by the leeway, but at most a tenth of a lifetime that is known",
    .feature("D30")
  )
  func expiry() async throws {
    let clock = TestClock()
    let callClock = CallClock(clock, startingAt: start)
    let refreshes = Locked(0)
    let first = AccessToken("t0", expiry: start.addingTimeInterval(100))
    let tokens = BearerAuthenticator(
      store: MemoryTokenStore(first), leeway: .seconds(30), clock: callClock
    ) { _ in
      let number = refreshes.withLock {
        $0 += 1; return $0
      }
      return AccessToken("t\(number)", expiry: callClock.date.addingTimeInterval(100))
    }
    let stub = StubTransport { On.any().respond(status: 200) }
    let transport = stub.authenticated(with: tokens, for: URL.api)
    for time in [0.0, 69, 70, 159, 160] {
      clock.advance(by: .seconds(time) - clock.now.offset)
      _ = try await transport.send(TransportRequest(url: .api))
    }
    #expect(
      stub.requests.map { $0.headers[.authorization] } == [
        "Bearer t0", "Bearer t0", "Bearer t1", "Bearer t1", "Bearer t2",
      ])
  }

  @Test("a token that another process has stored is used without a refresh")
  func shared() async throws {
    let server = TokenServer(valid: "theirs")
    let store = MemoryTokenStore(AccessToken("old", identity: "ann"))
    let tokens = BearerAuthenticator(store: store) { server.refresh($0) }
    let transport = server.transport.authenticated(with: tokens, for: URL.api)
    server.accept("old")
    _ = try await transport.send(TransportRequest(url: .api))
    server.accept("theirs")
    store.save(AccessToken("theirs", identity: "ann"))
    #expect(try await transport.send(TransportRequest(url: .api)).status == 200)
    #expect(server.refreshes.isEmpty)
  }

  @Test("logging in gives waiting calls the new token, and drops the token of a later refresh")
  func logIn() async throws {
    let clock = TestClock()
    let store = MemoryTokenStore()
    let tokens = BearerAuthenticator(store: store) { _ in
      try await clock.sleep(until: clock.now.advanced(by: .seconds(1)))
      return AccessToken("overtaken")
    }
    let stub = StubTransport { On.any().respond(status: 200) }
    let transport = stub.authenticated(with: tokens, for: URL.api)
    async let first = transport.send(TransportRequest(url: .api))
    try await clock.sleepers(1)
    try await tokens.logIn(AccessToken("mine"))
    #expect(try await first.status == 200)
    clock.advance(by: .seconds(1))
    #expect(await until { clock.sleeperCount == 0 })
    _ = try await transport.send(TransportRequest(url: .api))
    #expect(stub.requests.map { $0.headers[.authorization] } == ["Bearer mine", "Bearer mine"])
    #expect(store.load() == AccessToken("mine"))
  }

  @Test("logging out drops the token, and the next call requests another")
  func logOut() async throws {
    let store = MemoryTokenStore(AccessToken("t"))
    let tokens = BearerAuthenticator(store: store) { _ in throw AuthenticationFailure(.noToken) }
    let stub = StubTransport { On.any().respond(status: 200) }
    let transport = stub.authenticated(with: tokens, for: URL.api)
    _ = try await transport.send(TransportRequest(url: .api))
    try await tokens.logOut()
    let request = TransportRequest(url: .api)
    await #expect(
      throws: NetworkRequestError.authenticationFailed(AuthenticationFailure(.noToken, request: request))
    ) {
      try await transport.send(request)
    }
    #expect(store.load() == nil)
    #expect(stub.requests.count == 1)
  }

  /// Has a token, and takes no other.
  private struct FullStore: TokenStore {
    struct Full: Error {}

    var token: AccessToken?

    func load() async throws -> AccessToken? { token }
    func save(_ token: AccessToken?) async throws { throw Full() }
  }

  @Test("an old token in a store that cannot be written is not used after a refresh or a logout")
  func staleStore() async throws {
    let server = TokenServer(valid: "t2")
    let tokens = BearerAuthenticator(store: FullStore(token: AccessToken("t1"))) { server.refresh($0) }
    let transport = server.transport.authenticated(with: tokens, for: URL.api)
    await #expect(throws: NetworkRequestError.self) { try await transport.send(TransportRequest(url: .api)) }
    #expect(try await transport.send(TransportRequest(url: .api)).status == 200)
    server.accept("t3")
    await #expect(throws: NetworkRequestError.self) { try await transport.send(TransportRequest(url: .api)) }
    await #expect(throws: FullStore.Full.self) { try await tokens.logOut() }
    await #expect(throws: NetworkRequestError.self) { try await transport.send(TransportRequest(url: .api)) }
    #expect(server.refreshes == ["t1", "t2", nil])
  }

  @Test("a token that cannot be stored fails the waiting calls, and is used by later calls")
  func storeFailure() async throws {
    let tokens = BearerAuthenticator(store: FullStore()) { _ in AccessToken("new") }
    let stub = StubTransport { On.any().respond(status: 200) }
    let transport = stub.authenticated(with: tokens, for: URL.api)
    let error = await #expect(throws: NetworkRequestError.self) {
      try await transport.send(TransportRequest(url: .api))
    }
    #expect(error?.kind == .authenticationFailed)
    #expect(error?.underlyingError is FullStore.Full)
    #expect(try await transport.send(TransportRequest(url: .api)).status == 200)
  }

  @Test("a network failure during a refresh is retryable, like any other network failure")
  func retryable() async throws {
    let tokens = BearerAuthenticator { _ in
      throw NetworkRequestError.urlSessionFailed(TransportFailure(.timedOut))
    }
    let refused = BearerAuthenticator { _ in throw OAuthError(.invalidGrant) }
    let stub = StubTransport { On.any().respond(status: 200) }
    for (tokens, isRetryable) in [(tokens, true), (refused, false)] {
      let transport = stub.authenticated(with: tokens, for: URL.api)
      let error = await #expect(throws: NetworkRequestError.self) {
        try await transport.send(TransportRequest(url: .api))
      }
      #expect(error?.isRetryable == isRetryable)
    }
  }

  @Test("the timeline has the waits of a call and its second attempt")
  func timeline() async throws {
    let server = TokenServer(valid: "new")
    let tokens = BearerAuthenticator(store: MemoryTokenStore(AccessToken("old"))) { server.refresh($0) }
    let dispatcher = NetworkDispatcher(
      transport: server.transport.authenticated(with: tokens, for: URL.api))
    let spans = try await dispatcher.send(TransportRequest(url: .api)).timeline?.spans ?? []
    let notes = spans.filter { $0.layer == "authentication" }.map(\.event)
    // The stored token is read before, with the question for the user.
    #expect(notes == ["repeats", "waited"])
  }
}
