import Foundation
import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("A response is kept only for its own user", .timeLimit(.minutes(3)))
struct KeptResponseTests {
  /// Adds the credential of the session, and may name no user, as one whose user has logged out since.
  private struct Signature: Authenticator {
    let session: Session
    var isNamed = true

    func authenticate(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportRequest {
      var request = request
      request.headers[.authorization] = session.user
      return request
    }

    func identity(of request: TransportRequest) async -> String? { isNamed ? session.user ?? "" : "" }
  }

  @Test("a credential of no user is of an unknown one, so its response is not kept")
  func nameless() async throws {
    let signature = Signature(session: Session("ann"), isNamed: false)
    let stack = StubTransport.echoingUser().authenticated(with: signature, for: URL.api.absoluteString)
      .cached()
    let response = try await stack.send(TransportRequest(url: .api))
    #expect(response.cacheDecision?.isStored == false)
  }

  @Test("what a cache inside had for a user is not kept by one outside that finds no authenticator")
  func twoCaches() async throws {
    let session = Session("ann")
    let signed = StubTransport.echoingUser()
      .authenticated(with: Signature(session: session), for: URL.api.absoluteString)
    let stack = Hidden(signed.cached()).cached()
    for user in ["ann", "ann", "bob", "ann"] {
      session.user = user
      #expect(try await Answer(stack.send(TransportRequest(url: .api))).text == user)
    }
  }

  private typealias Stack = @Sendable (Session) -> any Transport

  private static func answer(_ user: String, to request: TransportRequest) -> TransportResponse {
    let body: TransportResponse.Body =
      request.delivery == .streamed ? .stream(ByteStream(Data(user.utf8))) : .data(Data(user.utf8))
    return TransportResponse(
      status: 200, headers: [.cacheControl: "max-age=60"], url: request.url, body: body)
  }

  private static let recording = Recording(
    ["ann", "bob"].map { user in
      Recording.Exchange(
        request: .init(url: URL.api.absoluteString),
        response: .init(headers: ["Cache-Control": "max-age=60"], body: .text(user)))
    })

  /// Stacks in which it is not known what was sent, or something was sent that no key contains.
  private static let stacks: [(String, Stack)] = [
    ("a layer signs, and builds the response anew", { Custom.signing(StubTransport.echoingUser(), $0) }),
    ("a layer signs", { Custom.signing(StubTransport.echoingUser(), $0, isBuiltAnew: false) }),
    (
      "a layer adds to the query",
      { session in
        Custom(
          upstream: StubTransport.echoingUser(),
          change: { $0.url.append(queryItems: [URLQueryItem(name: "user", value: session.user)]) },
          isBuiltAnew: true)
      }
    ),
    (
      "a layer signs a request that it builds anew",
      { session in
        Custom(
          upstream: StubTransport.echoingUser(), change: { $0.headers["X-Api-Key"] = session.user },
          isBuiltAnew: true, buildsRequest: true)
      }
    ),
    (
      "a plain base adds the credential",
      { session in AnsweringTransport { KeptResponseTests.answer(session.user ?? "", to: $0) } }
    ),
    (
      "a plain base in place of the server that failed",
      { session in
        let server = StubTransport { On.any().respond(status: 503) }
        return On503(server, AnsweringTransport { KeptResponseTests.answer(session.user ?? "", to: $0) })
      }
    ),
    (
      "a layer further out builds the response of a hidden authenticator",
      { session in
        let key = FixedAuthenticator(in: .header("X-Api-Key")) { Secret(session.user ?? "") }
        let signed = StubTransport.echoingUser().authenticated(with: key, for: URL.api)
        return Custom(upstream: Hidden(signed), isBuiltAnew: true)
      }
    ),
    (
      "a layer further in replaces what the authenticator adds",
      { session in
        let layer = Custom.signing(StubTransport.echoingUser(), session)
        return layer.authenticated(with: .bearer("t"), for: URL.api)
      }
    ),
    (
      "a hidden jar",
      { session in
        let jar = CookieJar()
        let change: @Sendable (inout TransportRequest) -> Void = { request in
          jar.store("sid=\(session.user ?? "")", from: request.url)
        }
        let cookies = Custom(upstream: StubTransport.echoingUser().cookies(in: jar), change: change)
        return Custom(upstream: Hidden(cookies), isBuiltAnew: true)
      }
    ),
    ("a recording", { Custom.signing(ReplayTransport(recording), $0) }),
  ]

  /// Asks one base, and answers by another.
  private struct On503: Transport {
    let first: any Transport
    let second: any Transport
    init(_ first: any Transport, _ second: any Transport) { (self.first, self.second) = (first, second) }

    func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
      let response = try await first.send(request)
      return response.status == 503 ? try await second.send(request) : response
    }
  }

  @Test(
    "no user gets the response of another, from memory and from a disk, buffered and streamed",
    .feature("C8", "C9"), arguments: KeptResponseTests.stacks.indices)
  func logins(index: Int) async throws {
    let (name, stack) = Self.stacks[index]
    let folder = try TemporaryFolder()
    for store in [MemoryCacheStore(), try DiskCacheStore(directory: folder.url)] as [any CacheStore] {
      for delivery in [TransportRequest.Delivery.buffered, .streamed] {
        let session = Session("ann")
        var standard = StandardStack(on: stack(session))
        standard.cache = store
        let transport = standard.transport
        func get() async throws -> Answer {
          try await Answer(transport.send(TransportRequest(url: .api, delivery: delivery)))
        }
        let first = try await get()
        #expect(first.text.contains("ann"), "\(name)")
        #expect(first.cacheDecision?.isStored != true, "\(name): \(first.cacheStatus ?? "")")
        session.user = "bob"
        let second = try await get()
        #expect(second.outcome == .miss && second.text.contains("bob"), "\(name): \(second.text)")
      }
    }
  }

  /// An authenticator whose user changes when it has said who it is.
  private struct ChangingUser: Authenticator {
    let session: Session
    func authenticate(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportRequest {
      var request = request
      request.headers["X-Api-Key"] = session.user
      return request
    }
    func identity(of request: TransportRequest) async -> String? {
      if let sent = request.headers["X-Api-Key"] { return sent }
      defer { session.user = "bob" }
      return session.user
    }
  }

  @Test("a login between the question for the user and the sending is noticed", .feature("C8", "C9"))
  func lateLogin() async throws {
    let session = Session("ann")
    let signed = StubTransport.echoingUser().authenticated(with: ChangingUser(session: session), for: URL.api)
    let transport: any Transport = Custom(upstream: signed, isBuiltAnew: true).cached()
    func expectUserChanged() async {
      let error = await #expect(throws: NetworkRequestError.self) {
        try await transport.send(TransportRequest(url: .api))
      }
      #expect(error?.kind == .authenticationFailed)
    }
    await expectUserChanged()
    #expect(try await Answer(transport.send(TransportRequest(url: .api))).outcome == .miss)
    #expect(try await Answer(transport.send(TransportRequest(url: .api))).outcome == .hit)
    session.user = "ann"
    await expectUserChanged()
  }

  @Test("a plain base is not cached, and the decision says so", .feature("C9"))
  func plain() async throws {
    let store = MemoryCacheStore()
    let base = AnsweringTransport { Self.answer(StubTransport.user(of: $0.headers, $0.url), to: $0) }
    for key in ["a", "b"] {
      let transport: any Transport = base.header("X-Api-Key", key).cached(in: store)
      let answer = try await Answer(transport.send(TransportRequest(url: .api)))
      #expect(answer.text == key && answer.refusal == .unknownRequest)
      #expect(answer.cacheStatus?.contains("detail=unknown-request") == true)
    }
  }

  @Test("a response that a layer builds anew is stored if nothing was added", .feature("C9"))
  func builtAnew() async throws {
    let bases: [any Transport] = [StubTransport.echoingUser(), ReplayTransport(Self.recording)]
    for base in bases {
      let transport: any Transport = Custom(upstream: base, isBuiltAnew: true).cached()
      for outcome in [CacheDecision.Outcome.miss, .hit] {
        #expect(try await Answer(transport.send(TransportRequest(url: .api))).outcome == outcome)
      }
    }
  }

  @Test("a layer that removes or replaces what the key contains keeps its response out", .feature("C9"))
  func removed() async throws {
    for value in [nil, "other"] {
      let layer = Custom(
        upstream: StubTransport.echoingUser(), change: { $0.headers[.authorization] = value })
      let transport: any Transport = layer.cached()
      for _ in 1...2 {
        let request = TransportRequest(url: .api, headers: [.authorization: "Bearer ann"])
        let answer = try await Answer(transport.send(request))
        #expect(answer.outcome == .miss && answer.refusal == .addedField(.authorization))
      }
    }
  }

  @Test("a layer that sends another method, or a body, keeps its response out", .feature("C9"))
  func otherMethod() async throws {
    let changes: [@Sendable (inout TransportRequest) -> Void] = [
      { $0.method = .options }, { $0.body = .data(Data("q".utf8)) },
    ]
    for change in changes {
      let transport: any Transport = Custom(upstream: StubTransport.echoingUser(), change: change).cached()
      for _ in 1...2 {
        let answer = try await Answer(transport.send(TransportRequest(url: .api)))
        #expect(answer.outcome == .miss && answer.refusal == .redirected)
      }
    }
  }

  /// An authenticator whose user is known before it has a token.
  private struct Tokenless: Authenticator {
    let session: Session
    func authenticate(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportRequest {
      guard let token = session.user else { return request }
      var request = request
      request.headers[.authorization] = token
      return request
    }
    func identity(of request: TransportRequest) async -> String? { "ann" }
  }

  @Test("an anonymous response is not kept for a user, such as during a refresh", .feature("C8", "C9"))
  func anonymous() async throws {
    let session = Session()
    let transport: any Transport = StubTransport.echoingUser()
      .authenticated(with: Tokenless(session: session), for: URL.api).cached()
    let first = try await Answer(transport.send(TransportRequest(url: .api)))
    #expect(first.text.isEmpty && first.refusal == .unknownUser)
    session.user = "token"
    #expect(try await Answer(transport.send(TransportRequest(url: .api))).text == "token")
    #expect(try await Answer(transport.send(TransportRequest(url: .api))).outcome == .hit)
  }

  @Test("a call of the refresh is no user's", .feature("C8"))
  func refreshing() async throws {
    let users = Locked<[String?]>([])
    let reference = Locked<BearerAuthenticator?>(nil)
    let tokens = BearerAuthenticator(store: MemoryTokenStore(AccessToken("ann"))) { _ in
      let user = await reference.withLock { $0 }?.identity(of: TransportRequest(url: .api))
      users.withLock { $0.append(user) }
      return AccessToken("ann 2")
    }
    reference.withLock { $0 = tokens }
    _ = try await tokens.authenticate(TransportRequest(url: .api))
    tokens.tokens.reject("Bearer ann")
    _ = try await tokens.authenticate(TransportRequest(url: .api))
    #expect(users.withLock { $0 } == [""])
    reference.withLock { $0 = nil }
  }

  @Test("a request with a credential of its own is kept by that", .feature("C8", "C9"))
  func own() async throws {
    let transport: any Transport = StubTransport.echoingUser()
      .authenticated(with: .basic(user: "ann", password: "p"), for: URL.api).cached()
    for (key, outcome) in [("a", CacheDecision.Outcome.miss), ("b", .miss), ("a", .hit)] {
      let answer = try await Answer(
        transport.send(TransportRequest(url: .api, headers: [.authorization: key])))
      #expect(answer.text == key && answer.outcome == outcome)
    }
  }

  @Test("the response to a call that was repeated with a new token is stored", .feature("C8", "C9"))
  func repeated() async throws {
    let stub = StubTransport {
      On.any().respond { request in
        request.headers[.authorization] == "Bearer 2"
          ? .text("ann", headers: [.cacheControl: "max-age=60"]) : .status(401)
      }
    }
    let tokens = BearerAuthenticator(store: MemoryTokenStore(AccessToken("1"))) { _ in AccessToken("2") }
    let transport: any Transport = stub.authenticated(with: tokens, for: URL.api).cached()
    #expect(try await Answer(transport.send(TransportRequest(url: .api))).refusal == nil)
    #expect(try await Answer(transport.send(TransportRequest(url: .api))).outcome == .hit)
  }

  @Test("bytes that were not decoded are kept apart from those that were", .feature("C9"))
  func coding() async throws {
    let transport: any Transport = StubTransport.echoingUser().cached()
    func outcome(_ headers: HTTPHeaders) async throws -> CacheDecision.Outcome? {
      try await Answer(transport.send(TransportRequest(url: .api, headers: headers))).outcome
    }
    #expect(try await outcome([:]) == .miss)
    #expect(try await outcome([.acceptEncoding: "identity"]) == .miss)
    #expect(try await outcome([.acceptEncoding: "identity"]) == .hit)
    #expect(try await outcome([.acceptEncoding: "gzip"]) == .hit, "comes as it was sent as well")
    #expect(try await outcome([:]) == .hit)
    for name in [HTTPHeaderName.acceptEncoding, .range] {
      let layer = Custom(
        upstream: StubTransport.echoingUser(), change: { $0.headers[name] = "bytes=0-9" })
      let inner: any Transport = layer.cached()
      #expect(try await Answer(inner.send(TransportRequest(url: .api))).refusal == .addedField(name))
    }
  }

  @Test("stacks on one store share what they invalidate", .feature("C9"))
  func invalidations() async throws {
    let folder = try TemporaryFolder()
    for store in [MemoryCacheStore(), try DiskCacheStore(directory: folder.url)] as [any CacheStore] {
      let clock = TestClock()
      let slow = StubTransport.echoingUser(on: clock)
      let changing = StubTransport { On.any().respond(status: 204) }
      var (first, second) = (StandardStack(on: slow), StandardStack(on: changing))
      (first.cache, second.cache) = (store, store)
      let (one, other) = (first.transport, second.transport)
      let get = Task { try await Answer(one.send(TransportRequest(url: .api))) }
      try await clock.sleepers(1)
      _ = try await other.send(TransportRequest(method: .put, url: .api))
      clock.advance(by: .seconds(1))
      #expect(try await get.value.refusal == .invalidated)
      let again = Task { try await Answer(one.send(TransportRequest(url: .api))) }
      try await clock.sleepers(1)
      try await store.remove(.api)
      clock.advance(by: .seconds(1))
      #expect(try await again.value.refusal == .invalidated)
    }
  }
}
