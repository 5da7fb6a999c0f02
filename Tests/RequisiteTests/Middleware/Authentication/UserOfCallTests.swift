import Foundation
import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

/// A user of a program, who may log out: each of two authenticators names the user whom it is for, or none.
private struct OptionalUser: Authenticator {
  let field: HTTPHeaderName
  let user: Locked<String?>

  func authenticate(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportRequest {
    guard let user = user.withLock({ $0 }), !request.headers.contains(field) else { return request }
    var request = request
    request.headers[field] = user
    return request
  }

  func identity(of request: TransportRequest) async -> String? {
    request.headers[field] ?? user.withLock { $0 } ?? ""
  }
}

/// An authenticator whose first credential is of Ann, after whom Bob logs in before anyone asks whose it is.
private final class Overtaken: OwnerNamingAuthenticator {
  private let user = Locked<String?>(nil)

  func signed(
    _ request: TransportRequest
  ) async throws(NetworkRequestError) -> (TransportRequest, owner: String?) {
    let owner = user.withLock { user in
      defer { user = "bob" }
      return user ?? "ann"
    }
    return (copy(request) { $0.headers[.authorization] = owner }, owner)
  }

  func authenticate(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportRequest {
    try await signed(request).0
  }

  func identity(of request: TransportRequest) async -> String? {
    let user = user.withLock { $0 ?? "" }
    guard let sent = request.headers[.authorization] else { return user }
    return sent == user ? user : ""
  }
}

@Suite("A call is sent as the user with whom it began, or fails", .timeLimit(.minutes(1)))
struct UserOfCallTests {
  private let clock = TestClock()

  private func dispatcher(_ transport: any Transport) -> NetworkDispatcher {
    NetworkDispatcher(transport: transport, clock: CallClock(clock))
  }

  private func token(_ user: String, _ number: Int = 0, lifetime: TimeInterval = 100) -> AccessToken {
    AccessToken("\(user) \(number)", expiry: Date(timeIntervalSince1970: lifetime), identity: user)
  }

  /// An authenticator of Ann, whose token has expired if it lives for 0 seconds. A refresh takes a second.
  private func tokens(lifetime: TimeInterval = 100) -> BearerAuthenticator {
    let clock = clock
    let next = token("ann", 1)
    return BearerAuthenticator(
      store: MemoryTokenStore(token("ann", lifetime: lifetime)), leeway: .zero,
      clock: CallClock(clock, startingAt: Date(timeIntervalSince1970: clock.now.offset / .seconds(1)))
    ) { _ in
      try await CallClock(clock).sleep(for: .seconds(1))
      return next
    }
  }

  private func send(_ dispatcher: NetworkDispatcher, _ method: HTTPMethod = .get) -> Task<Void, any Error> {
    Task { _ = try await dispatcher.send(TransportRequest(method: method, url: .api)) }
  }

  private func sent(by stub: StubTransport) -> [String] {
    stub.requests.map { $0.headers[.authorization] ?? "-" }
  }

  private func expectUserChanged(_ call: Task<Void, any Error>) async {
    let error = await #expect(throws: NetworkRequestError.self) { try await call.value }
    guard case .authenticationFailed(let failure)? = error, case .userChanged = failure.reason else {
      Issue.record("\(error as Any)")
      return
    }
  }

  @Test("a credential whose user is no longer logged in when that is asked is not sent", .feature("F45"))
  func overtaken() async throws {
    let stub = StubTransport {
      On("/first").respond(status: 307, headers: [.location: "/second"])
      On.any().respond(status: 200)
    }
    let request = TransportRequest(url: URL.api.appending(path: "first"))
    _ = try await dispatcher(stub.authenticated(with: Overtaken(), for: URL.api)).send(request)
    #expect(sent(by: stub) == ["bob", "bob"])
  }

  @Test("a call that waits for a refresh while another user logs in is not sent", .feature("F45"))
  func refresh() async throws {
    let stub = StubTransport { On.any().respond(status: 200) }
    let tokens = tokens(lifetime: 0)
    let call = send(dispatcher(stub.authenticated(with: tokens, for: URL.api)), .post)
    #expect(await until { clock.sleeperCount == 1 })
    try await tokens.logIn(token("bob"))
    await expectUserChanged(call)
    #expect(stub.requests.isEmpty)
  }

  @Test("a call that is rejected while another user logs in is not repeated", .feature("F45"))
  func rejection() async throws {
    let stub = StubTransport(clock: CallClock(clock)) {
      On.any().respond(StubResponse.status(401).after(.seconds(1)))
    }
    let tokens = tokens()
    let call = send(dispatcher(stub.authenticated(with: tokens, for: URL.api)))
    #expect(await until { clock.sleeperCount == 1 })
    try await tokens.logIn(token("bob"))
    clock.run()
    await expectUserChanged(call)
    #expect(sent(by: stub) == ["Bearer ann 0"])
  }

  @Test(
    "no attempt, and no call that waits for a place, is sent after the login of another user", .feature("F45")
  )
  func attempts() async throws {
    let stub = StubTransport { On.any().respond(status: 503) }
    let tokens = tokens()
    let layers = stub.authenticated(with: tokens, for: URL.api)
    let call = send(dispatcher(layers.retried(.constant(.seconds(1), attempts: 3))))
    let waiting = send(dispatcher(layers.delayed(by: .seconds(1))))
    #expect(await until { clock.sleeperCount == 2 })
    try await tokens.logIn(token("bob"))
    clock.run()
    await expectUserChanged(call)
    await expectUserChanged(waiting)
    #expect(sent(by: stub) == ["Bearer ann 0"])
  }

  @Test("a renewal is no change of the user: a rejected call is repeated with the new token", .feature("F45"))
  func renewal() async throws {
    let stub = StubTransport {
      On.any().respond(.status(401), .status(200))
    }
    let call = send(dispatcher(stub.authenticated(with: tokens(), for: URL.api)))
    #expect(await until { clock.sleeperCount == 1 })
    clock.run()
    try await call.value
    #expect(sent(by: stub) == ["Bearer ann 0", "Bearer ann 1"])
  }

  @Test(
    "a call that began without a user gets the token of the first login, and its next attempt no other",
    .feature("F45"))
  func firstLogin() async throws {
    let stub = StubTransport { On.any().respond(status: 503) }
    let (clock, user) = (clock, Locked("ann"))
    let tokens = BearerAuthenticator(
      clock: CallClock(TestClock(), startingAt: Date(timeIntervalSince1970: 0))
    ) { [token] _ in
      try await CallClock(clock).sleep(for: .seconds(1))
      return user.withLock { token($0, 0, 100) }
    }
    let call = send(
      dispatcher(
        stub.authenticated(with: tokens, for: URL.api).retried(.constant(.seconds(1), attempts: 3))))
    #expect(await until { clock.sleeperCount == 1 })
    clock.run()
    #expect(await until { stub.requests.count == 1 && clock.sleeperCount == 1 })
    try await tokens.logIn(token("bob"))
    clock.run()
    await expectUserChanged(call)
    #expect(sent(by: stub) == ["Bearer ann 0"])
  }

  @Test("a call of a user who has logged out is not sent as that of no user", .feature("F45"))
  func optional() async throws {
    let stub = StubTransport { On.any().respond(status: 503) }
    let user = Locked<String?>("ann")
    let layers = stub.authenticated(with: OptionalUser(field: "X-User", user: user), for: URL.api)
    let call = send(dispatcher(layers.retried(.constant(.seconds(1), attempts: 2))))
    #expect(await until { clock.sleeperCount == 1 })
    user.withLock { $0 = nil }
    clock.run()
    await expectUserChanged(call)
    #expect(stub.requests.map { $0.headers["X-User"] } == ["ann"])
  }

  @Test("a field that a layer adds in place of the credential is no change of the user", .feature("F45"))
  func ownField() async throws {
    let stub = StubTransport { On.any().respond(status: 200) }
    let layers = stub.authenticated(with: tokens(), for: URL.api).header(.authorization, "Own")
    try await send(dispatcher(layers)).value
    #expect(sent(by: stub) == ["Own"])
  }

  @Test("the request of a call is sent as whoever is logged in, once it is dispatched again", .feature("F45"))
  func again() async throws {
    let stub = StubTransport { On.any().respond(status: 200) }
    let tokens = tokens()
    let dispatcher = dispatcher(stub.authenticated(with: tokens, for: URL.api))
    let response = try await dispatcher.send(TransportRequest(url: .api))
    try await tokens.logIn(token("bob"))
    _ = try await dispatcher.send(response.request)
    #expect(sent(by: stub) == ["Bearer ann 0", "Bearer bob 0"])
  }

  @Test("a stored response is for the user with whom a call began, as is what is stored", .feature("F45"))
  func cache() async throws {
    let stub = StubTransport {
      On.any().respond { request in
        .text(request.headers[.authorization] ?? "-", headers: [.cacheControl: "max-age=60"])
      }
    }
    let tokens = tokens()
    let cached = stub.authenticated(with: tokens, for: URL.api).cached()
    let slow = dispatcher(cached.delayed(by: .seconds(1)))
    let quick = dispatcher(cached)
    #expect(try await quick.send(TransportRequest(url: .api)).text() == "Bearer ann 0")
    let call = Task { try await slow.send(TransportRequest(url: .api)).text() }
    #expect(await until { clock.sleeperCount == 1 })
    try await tokens.logIn(token("bob"))
    #expect(try await quick.send(TransportRequest(url: .api)).text() == "Bearer bob 0")
    clock.run()
    #expect(try await call.value == "Bearer ann 0")
    #expect(stub.requests.count == 2)
  }

  @Test("a name that two authenticators give is not that of one user", .feature("F45"))
  func sharedNames() async throws {
    let stub = StubTransport {
      On.any().respond { request in
        .text(
          "\(request.headers["X-Tenant"] ?? "-") \(request.headers["X-Member"] ?? "-")",
          headers: [.cacheControl: "max-age=60"])
      }
    }
    let (tenant, member) = (Locked<String?>("7"), Locked<String?>(nil))
    let cached = dispatcher(
      stub.authenticated(with: OptionalUser(field: "X-Tenant", user: tenant), for: URL.api)
        .authenticated(with: OptionalUser(field: "X-Member", user: member), for: URL.api).cached())
    for _ in 1...2 { #expect(try await cached.send(TransportRequest(url: .api)).text() == "7 -") }
    tenant.withLock { $0 = nil }
    member.withLock { $0 = "7" }
    for _ in 1...2 { #expect(try await cached.send(TransportRequest(url: .api)).text() == "- 7") }
    #expect(stub.requests.count == 2)
  }

  @Test("stacks with different authenticators on one store share no response for one name", .feature("F45"))
  func sharedStore() async throws {
    struct Member: Authenticator {
      func authenticate(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportRequest {
        copy(request) { $0.headers["X-Member"] = "7" }
      }
      func identity(of request: TransportRequest) async -> String? { "7" }
    }
    let stub = StubTransport { On.any().respond(.text("", headers: [.cacheControl: "max-age=60"])) }
    let store = MemoryCacheStore()
    let authenticators: [any Authenticator] = [
      Member(), OptionalUser(field: "X-Tenant", user: Locked("7")),
      FixedAuthenticator.apiKey("7", header: "X-Tenant"), FixedAuthenticator.apiKey("7", header: "X-Member"),
    ]
    for authenticator in authenticators {
      _ = try await stub.authenticated(with: authenticator, for: URL.api).cached(in: store)
        .send(TransportRequest(url: .api))
    }
    #expect(stub.requests.count == authenticators.count)
  }

  @Test(
    "credentials of an environment that need a login say so, as those of an authenticator do", .feature("F45")
  )
  func environment() async {
    let client = APIClient(
      baseURL: "https://api.test", credentials: Credentials { throw AuthenticationFailure(.noToken) },
      transport: StubTransport { On.any().respond(status: 200) })
    let error = await #expect(throws: NetworkRequestError.self) {
      try await client.dispatch(Endpoint<String>.get("/"))
    }
    #expect(error?.kind == .authenticationFailed && error?.needsLogin == true && error?.request != nil)
  }
}
