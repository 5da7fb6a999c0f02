import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("For whom a response is", .timeLimit(.minutes(3)))
struct SharedResponseTests {
  private let origin = "https://api.test"

  /// A server whose response says with which credential, cookie and key it was asked for.
  private func server(_ headers: HTTPHeaders = [:], clock: CallClock? = nil) -> StubTransport {
    StubTransport(clock: clock ?? .continuous) {
      On.any().respond { request in
        let names: [HTTPHeaderName] = [.authorization, .cookie, "X-Signature"]
        let user = names.map { request.headers[$0] ?? "" }.joined() + (request.url.query ?? "")
        var fields: HTTPHeaders = [.cacheControl: "max-age=60"]
        fields.merge(headers)
        let response = StubResponse.text(user, headers: fields)
        return clock == nil ? response : response.after(.seconds(1))
      }
    }
  }

  private func get(_ transport: any Transport, _ headers: HTTPHeaders = [:]) async throws -> Answer {
    try await Answer(transport.send(TransportRequest(url: URL.api, headers: headers)))
  }

  private func stack(_ stub: StubTransport, _ authenticator: any Authenticator) -> any Transport {
    var stack = StandardStack(on: stub)
    stack.authenticator = authenticator
    stack.authenticatedOrigins = [BaseURL(URL.api.absoluteString)]
    return stack.transport
  }

  @Test(
    "after a login of another user or a logout, no stored response of the first user is returned",
    .feature("C8", "C9"))
  func logins() async throws {
    let tokens = BearerAuthenticator { old in
      guard old != nil else { throw AuthenticationFailure(.noToken) }
      return AccessToken("ann 2")
    }
    let transport = stack(server(), tokens)
    try await tokens.logIn(AccessToken("ann 1"))
    #expect(try await get(transport).text == "Bearer ann 1")
    try await tokens.logIn(AccessToken("bob"))
    #expect(try await get(transport).text == "Bearer bob")
    try await tokens.logOut()
    await #expect(throws: NetworkRequestError.self) { try await get(transport) }
    try await tokens.logIn(AccessToken("ann 1"))
    let again = try await get(transport)
    #expect(again.outcome == .hit && again.text == "Bearer ann 1")
  }

  @Test("a renewed token is for the same user, and a token may name another", .feature("C8", "C9"))
  func renewal() async throws {
    let next = Locked(AccessToken("ann 2"))
    let tokens = BearerAuthenticator(store: MemoryTokenStore(AccessToken("ann 1"))) { _ in
      next.withLock { $0 }
    }
    let transport = stack(server(), tokens)
    #expect(try await get(transport).text == "Bearer ann 1")
    tokens.tokens.reject("Bearer ann 1")
    _ = try await tokens.authenticate(TransportRequest(url: .api))
    #expect(try await get(transport).outcome == .hit)
    next.withLock { $0 = AccessToken("bob", identity: "bob") }
    tokens.tokens.reject("Bearer ann 2")
    _ = try await tokens.authenticate(TransportRequest(url: .api))
    #expect(try await get(transport).text == "Bearer bob")
  }

  @Test("authenticators of several users can share one store", .feature("C8", "C9"))
  func authenticators() async throws {
    let store = MemoryCacheStore()
    let jars = [CookieJar(), CookieJar()]
    for (index, jar) in jars.enumerated() { jar.store("sid=\(index)", from: URL.api) }
    let stub = server()
    let layers: [any Transport] = [
      stub.authenticated(with: .basic(user: "a", password: "p"), for: URL.api),
      stub.authenticated(with: .basic(user: "b", password: "p"), for: URL.api),
      stub.authenticated(with: .apiKey("k1", header: "X-Signature"), for: URL.api),
      stub.authenticated(with: .apiKey("k2", header: "X-Signature"), for: URL.api),
      stub.authenticated(with: .apiKey("q1", query: "key"), for: URL.api),
      stub.authenticated(with: .apiKey("q2", query: "key"), for: URL.api),
      stub.cookies(in: jars[0]), stub.cookies(in: jars[1]), stub,
    ]
    var texts: Set<String> = []
    for layer in layers {
      let cached: any Transport = layer.retried().cached(in: store)
      let first = try await get(cached)
      #expect(first.outcome == .miss)
      #expect(try await get(cached).outcome == .hit, "\(first.refusal as Any)")
      texts.insert(first.text)
    }
    #expect(texts.count == layers.count)
  }

  @Test(
    "a field that an authenticator adds is no difference for Vary, and one that another layer inside adds is",
    .feature("C9"))
  func vary() async throws {
    let stub = server([.vary: "Accept, Authorization"])
    let cached = stub.authenticated(with: .bearer("t"), for: URL.api).cached()
    #expect(try await get(cached).refusal == nil)
    #expect(try await get(cached).outcome == .hit)
    #expect(try await get(stub.cached(), [.authorization: "Bearer t"]).refusal == nil)
    let other = stub.header(.accept, "text/plain").cached()
    #expect(try await get(other).refusal == .addedField("accept"))
  }

  private struct AddingSignature: Authenticator {
    func authenticate(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportRequest {
      var request = request
      request.headers["X-Signature"] = "1"
      return request
    }
  }

  @Test("responses are not shared if an authenticator does not name its user", .feature("C9"))
  func unknown() async throws {
    let transport = stack(server(), AddingSignature())
    for _ in 1...2 {
      let answer = try await get(transport)
      #expect(answer.outcome == .bypass && answer.reason == .unknownUser)
    }
  }

  @Test(
    "a response is not stored if a layer that the cache does not see added a credential, a cookie or a field",
    .feature("C9")
  )
  func hidden() async throws {
    let stub = server()
    let jar = CookieJar()
    jar.store("sid=1", from: URL.api)
    let layers: [(any Transport, CacheDecision.Refusal?)] = [
      (Hidden(stub.authenticated(with: .bearer("t"), for: URL.api)), .unknownUser),
      (Hidden(stub.cookies(in: jar)), .unknownUser),
      (stub.header("X-Tenant", "1"), .addedField("X-Tenant")), (stub.header(.acceptLanguage, "de"), nil),
      (stub.identified(by: "X-Call").traced(), nil),
    ]
    for (layer, refusal) in layers {
      let cached: any Transport = layer.cached()
      #expect(try await get(cached).refusal == refusal)
      #expect(try await get(cached).outcome == (refusal == nil ? .hit : .miss))
    }
  }

  /// A class that names the transport inside.
  private final class Passing: Transport {
    let upstream: any Transport
    init(_ upstream: any Transport) { self.upstream = upstream }
    func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
      try await upstream.send(request)
    }
  }

  /// A structure that may have none inside.
  private struct Detachable<Inner: Transport>: Transport {
    let upstream: Inner?
    func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
      guard let upstream else { return TransportResponse(status: 404, url: request.url) }
      return try await upstream.send(request)
    }
  }

  @Test(
    "a layer of a program's own, of any kind, keeps a stack's caching by a property with the name upstream",
    .feature("C9"))
  func named() async throws {
    let jar = CookieJar()
    jar.store("sid=1", from: URL.api)
    let signed = server().cookies(in: jar).authenticated(with: .bearer("t"), for: URL.api)
    for layer: any Transport in [
      Passing(signed), Detachable(upstream: signed), Custom(upstream: Passing(signed)),
      signed.faults(), signed.throttled(max: 1).retried(),
    ] {
      let cached: any Transport = layer.cached()
      #expect(try await get(cached).outcome == .miss)
      #expect(try await get(cached).outcome == .hit)
    }
  }

  /// A layer that names the transport inside, and sends by another one.
  private struct Detour: Transport {
    let upstream: any Transport
    let other: any Transport
    func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
      try await other.send(request)
    }
  }

  @Test("a response that was sent without its user's credential is not stored as that user's", .feature("C9"))
  func withoutCredential() async throws {
    let stub = server()
    let cached = Detour(upstream: stub.authenticated(with: .bearer("t"), for: URL.api), other: stub).cached()
    for _ in 1...2 {
      let answer = try await get(cached)
      #expect(answer.text.isEmpty && answer.outcome == .miss && answer.refusal == .unknownUser)
    }
  }

  @Test("a call after a login of another user does not join a call of the first user", .feature("C8", "C12"))
  func flights() async throws {
    let clock = TestClock()
    let tokens = BearerAuthenticator(store: MemoryTokenStore(AccessToken("ann"))) { _ in AccessToken("new") }
    let stub = server(clock: CallClock(clock))
    let shared = DeduplicationTransport(
      upstream: stub.authenticated(with: tokens, for: URL.api).retried(), ignored: [])
    async let first = get(shared)
    #expect(await until { clock.sleeperCount == 1 })
    async let second = get(shared)
    #expect(await until { shared.waiterCount == 2 })
    try await tokens.logIn(AccessToken("bob"))
    async let third = get(shared)
    #expect(await until { clock.sleeperCount == 2 })
    clock.run()
    #expect(try await third.text == "Bearer bob")
    // The one that joined began as the user of the response.
    #expect(try await [first.text, second.text] == ["Bearer ann", "Bearer ann"])
    #expect(stub.requests.count == 2)
  }

  @Test(
    "calls do not share a response that another user's credential was sent for, or one of a hidden layer",
    .feature("C12")
  )
  func landing() async throws {
    let clock = TestClock()
    let hidden = Hidden(
      server(clock: CallClock(clock)).authenticated(with: .bearer("t"), for: URL.api))
    let shared = try #require(hidden.duplicatesRemoved() as? DeduplicationTransport<Hidden>)
    let calls = (0..<3).map { _ in Task { try await get(shared).text } }
    #expect(await until { shared.waiterCount == 3 && clock.sleeperCount == 1 })
    clock.run()
    #expect(await until { clock.sleeperCount == 2 })
    clock.run()
    for call in calls { #expect(try await call.value == "Bearer t") }
  }
}
