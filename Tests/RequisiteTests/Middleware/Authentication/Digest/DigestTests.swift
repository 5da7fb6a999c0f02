import RequisiteTesting
import Testing

@testable import Requisite

@Suite("Digest", .timeLimit(.minutes(1)))
struct DigestTests {
  private func challenge(_ nonce: String, _ more: String = "") -> HTTPHeaders {
    [.wwwAuthenticate: #"Digest realm="r", qop="auth", algorithm=SHA-256, nonce="\#(nonce)"\#(more)"#]
  }

  private func sent(_ stub: StubTransport, _ name: String) -> [String?] {
    stub.requests.map { $0.headers[.authorization].flatMap { AuthenticationChallenge.list($0).first?[name] } }
  }

  private func transport(_ stub: StubTransport) -> some Transport {
    stub.authenticated(
      with: DigestAuthenticator(user: "u", password: "p", clientNonce: { "c" }), for: URL.api)
  }

  @Test("later requests are authenticated at once, with the next count of the nonce")
  func counting() async throws {
    let stub = StubTransport {
      On.any().respond(status: 401, headers: challenge("n1")).once()
      On.any().respond(status: 200)
    }
    let transport = transport(stub)
    for path in ["/a", "/b?x=1", ""] { _ = try await transport.send(TransportRequest(url: .api(path))) }
    #expect(sent(stub, "nonce") == [nil, "n1", "n1", "n1"])
    #expect(sent(stub, "nc") == [nil, "00000001", "00000002", "00000003"])
    #expect(sent(stub, "uri") == [nil, "/a", "/b?x=1", "/"])
  }

  @Test("a stale nonce is replaced, the request is sent again, and the count restarts")
  func stale() async throws {
    let stub = StubTransport {
      On.any().respond(
        .status(401, headers: challenge("n1")), .status(200),
        .status(401, headers: challenge("n2", ", stale=TRUE")),
        .status(200))
    }
    let transport = transport(stub)
    for _ in 0..<2 { #expect(try await transport.send(TransportRequest(url: .api)).status == 200) }
    #expect(sent(stub, "nonce") == [nil, "n1", "n1", "n2"])
    #expect(sent(stub, "nc") == [nil, "00000001", "00000002", "00000001"])
  }

  @Test("a request after a redirect has a credential for its own target (RFC 7616 §3.4)")
  func redirect() async throws {
    let stub = StubTransport {
      On("/files").respond(.status(401, headers: challenge("n1")), .redirect(301, to: "/files/"))
      On("/files/").respond(status: 200)
    }
    #expect(try await transport(stub).send(TransportRequest(url: .api("/files"))).status == 200)
    #expect(sent(stub, "uri") == [nil, "/files", "/files/"])
    #expect(sent(stub, "nc") == [nil, "00000001", "00000002"])
  }

  @Test("parameters without quotes reach to the comma, and equals signs after a name end a token")
  func withoutQuotes() async throws {
    let field = "Digest realm=My Camera, nonce=MTQ4/Ng==, qop=auth, algorithm=MD5, Negotiate YII="
    let challenges = AuthenticationChallenge.list(field)
    #expect(challenges.map(\.scheme) == ["Digest", "Negotiate"] && challenges.last?.token == "YII=")
    #expect(challenges.first?.parameters.map(\.value) == ["My Camera", "MTQ4/Ng==", "auth", "MD5"])
    let stub = StubTransport {
      On.any().respond(status: 401, headers: [.wwwAuthenticate: field]).once()
      On.any().respond(status: 200)
    }
    #expect(try await transport(stub).send(TransportRequest(url: .api)).status == 200)
    #expect(sent(stub, "realm") == [nil, "My Camera"] && sent(stub, "nonce") == [nil, "MTQ4/Ng=="])
  }

  @Test("a nonce that is stale at once is replaced within the call, in at most three requests")
  func staleAtOnce() async throws {
    let stub = StubTransport {
      On.any().respond(
        .status(401, headers: challenge("n1")), .status(401, headers: challenge("n2", ", stale=true")),
        .status(401, headers: challenge("n3", ", stale=true")), .status(401, headers: challenge("n4")))
    }
    #expect(try await transport(stub).send(TransportRequest(url: .api)).status == 401)
    #expect(sent(stub, "nonce") == [nil, "n1", "n2"])
  }

  @Test("the nextnonce of a response is used for the next request")
  func nextNonce() async throws {
    let stub = StubTransport {
      On.any().respond(
        .status(401, headers: challenge("n1")),
        .status(200, headers: ["Authentication-Info": #"qop=auth, nextnonce="n2", nc=00000001"#]),
        .status(200))
    }
    let transport = transport(stub)
    for _ in 0..<2 { _ = try await transport.send(TransportRequest(url: .api)) }
    #expect(sent(stub, "nonce") == [nil, "n1", "n2"])
    #expect(sent(stub, "nc") == [nil, "00000001", "00000001"])
  }

  @Test("a wrong password is tried once: the response is the 401, and the nonce is dropped")
  func wrong() async throws {
    let stub = StubTransport { On.any().respond(status: 401, headers: challenge("n1")) }
    let transport = transport(stub)
    #expect(try await transport.send(TransportRequest(url: .api)).status == 401)
    #expect(stub.requests.count == 2)
    #expect(try await transport.send(TransportRequest(url: .api)).status == 401)
    #expect(sent(stub, "nonce") == [nil, "n1", nil, "n1"])
  }

  @Test("the first supported challenge of the server is answered, and an unsupported one is not")
  func choice() async throws {
    let fields = HTTPHeaders([
      HTTPHeader(.wwwAuthenticate, #"Digest realm="r", nonce="a", qop="auth", algorithm=SHA-512-256"#),
      HTTPHeader(.wwwAuthenticate, #"Digest realm="r", nonce="b", qop="auth-int", algorithm=SHA-256"#),
      HTTPHeader(.wwwAuthenticate, #"Digest realm="r", nonce="c", algorithm=SHA-256"#),
      HTTPHeader(.wwwAuthenticate, #"Basic realm="r", Digest realm="r", nonce="d", qop="auth-int, auth""#),
      HTTPHeader(.wwwAuthenticate, #"Digest realm="r", nonce="e", qop="auth", algorithm=SHA-256"#),
    ])
    let stream = HTTPBody.stream(BodyStream(restarting: { .init(Data("a".utf8)) }))
    for (algorithms, body, nonce) in [
      (DigestAuthenticator.Algorithm.allCases, HTTPBody.none, "a"), ([.md5, .sha256], .none, "b"),
      ([.sha256], stream, "e"),
      ([.md5], .none, "d"),
    ] {
      let stub = StubTransport { On.any().respond(.status(401, headers: fields), .status(200)) }
      let digest = DigestAuthenticator(user: "u", password: "p", algorithms: Set(algorithms))
      let transport = stub.authenticated(with: digest, for: URL.api)
      #expect(try await transport.send(TransportRequest(url: .api, body: body)).status == 200)
      #expect(sent(stub, "nonce").last == .some(nonce))
    }
  }

  @Test("if the server offers Digest only in other ways, the error lists them")
  func unsupported() async throws {
    let fields = HTTPHeaders([
      HTTPHeader(.wwwAuthenticate, #"Digest realm="r", nonce="a", qop="auth", algorithm=SHA-512"#),
      HTTPHeader(.wwwAuthenticate, #"Digest realm="r", nonce="b", qop="auth-int", algorithm=SHA-256"#),
      HTTPHeader(.wwwAuthenticate, #"Basic realm="r", Digest realm="r", nonce="c""#),
    ])
    let stub = StubTransport { On.any().respond(status: 401, headers: fields) }
    let stream = HTTPBody.stream(BodyStream(restarting: { .init(Data("a".utf8)) }))
    let request = TransportRequest(method: .post, url: .api, body: stream)
    let error = await #expect(throws: NetworkRequestError.self) { try await transport(stub).send(request) }
    guard case .authenticationFailed(let failure) = error,
      case .unsupportedChallenge(let offers) = failure.reason
    else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      offers == "algorithm=SHA-512, qop=auth; algorithm=SHA-256, qop=auth-int; algorithm=MD5, qop=(none)")
    #expect(failure.description.contains("algorithm=SHA-512") && stub.requests.count == 1)
    let basic = StubTransport {
      On.any().respond(status: 401, headers: [.wwwAuthenticate: #"Basic realm="r""#])
    }
    #expect(try await transport(basic).send(TransportRequest(url: .api)).status == 401)
  }

  @Test("each origin has its own nonces")
  func origins() async throws {
    let stub = StubTransport {
      On.any().respond { request in
        let name = request.url.host() == "api.example.com" ? "api" : "other"
        return request.headers.contains(.authorization)
          ? .status(200) : .status(401, headers: challenge(name))
      }
    }
    let digest = DigestAuthenticator(user: "u", password: "p")
    let transport = stub.authenticated(
      with: digest, forAll: ["https://api.example.com", "https://other.example"])
    for host in ["api.example.com", "other.example", "api.example.com"] {
      #expect(try await transport.send(TransportRequest(url: .api("/", host: host))).status == 200)
    }
    #expect(sent(stub, "nonce") == [nil, "api", nil, "other", "api"])
  }

  @Test("calls at the same time share the first nonce, each with its own count")
  func concurrent() async throws {
    let count = Locked(0)
    let stub = StubTransport {
      On.any().respond { request in
        guard !request.headers.contains(.authorization) else { return .status(200) }
        return .status(401, headers: challenge("n\(count.withLock { $0 += 1; return $0 })"))
      }
    }
    let transport = transport(stub)
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<100 { group.addTask { try await transport.send(TransportRequest(url: .api)).status } }
      for try await status in group { #expect(status == 200) }
    }
    let numbers = sent(stub, "nc").compactMap(\.self)
    #expect(numbers.count == 100)
    #expect(Set(numbers).count == 100)
    #expect(Set(sent(stub, "nonce").compactMap(\.self)).count == 1)
  }

  @Test("the client's nonce is random by default, and differs each time")
  func clientNonces() async throws {
    let stub = StubTransport {
      On.any().respond(status: 401, headers: challenge("n1")).once()
      On.any().respond(status: 200)
    }
    let transport = stub.authenticated(with: DigestAuthenticator(user: "u", password: "p"), for: URL.api)
    for _ in 0..<20 { _ = try await transport.send(TransportRequest(url: .api)) }
    let nonces = sent(stub, "cnonce").compactMap(\.self)
    #expect(Set(nonces).count == 20)
    #expect(nonces.allSatisfy { $0.count == 32 })
  }
}
