import RequisiteTesting
import Testing

@testable import Requisite

@Suite("Credentials that never change", .timeLimit(.minutes(1)))
struct FixedCredentialTests {
  @Test("Basic is sent with the first request, in UTF-8 (RFC 7617)", .feature("C8", "E22"))
  func basic() async throws {
    let stub = StubTransport { On.any().respond(status: 200) }
    // Both examples of the RFC: §2 and §2.1.
    let aladdin = stub.authenticated(with: .basic(user: "Aladdin", password: "open sesame"), for: URL.api)
    let test = stub.authenticated(with: .basic(user: "test", password: "123£"), for: URL.api)
    _ = try await aladdin.send(TransportRequest(url: .api))
    _ = try await test.send(TransportRequest(url: .api))
    #expect(
      stub.requests.map { $0.headers[.authorization] } == [
        "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==", "Basic dGVzdDoxMjPCow==",
      ])
  }

  @Test("a user name with a colon, or a control character, is refused and nothing is sent")
  func badBasic() async throws {
    let stub = StubTransport { On.any().respond(status: 200) }
    for (user, password) in [("a:b", "c"), ("a:\u{301}b", "c"), ("a\u{7}", "c"), ("a", "c\n")] {
      let transport = stub.authenticated(with: .basic(user: user, password: password), for: URL.api)
      let error = await #expect(throws: NetworkRequestError.self) {
        try await transport.send(TransportRequest(url: .api))
      }
      #expect(error?.kind == .invalidRequest)
      #expect(error?.description.contains(password) == false || password == "c")
    }
    #expect(stub.requests.isEmpty)
  }

  @Test("a bearer token is sent in its header field, and a 401 for it is the response", .feature("C8", "D6"))
  func bearer() async throws {
    let stub = StubTransport { On.any().respond(status: 401, headers: ["WWW-Authenticate": "Bearer"]) }
    let transport = stub.authenticated(with: .bearer("t0k3n"), for: URL.api)
    let response = try await transport.send(TransportRequest(url: .api))
    #expect(response.status == 401)
    #expect(stub.requests.map { $0.headers[.authorization] } == ["Bearer t0k3n"])
    #expect(AccessToken("t0k3n").authorization.headerValue == "Bearer t0k3n")
  }

  @Test("credentials are sent only to the origins that they are for")
  func origins() async throws {
    let stub = StubTransport { On.any().respond(status: 200) }
    let transport = stub.authenticated(
      with: .bearer("t"), forAll: ["https://api.example.com/v1", "https://files.example.com:8443"])
    let urls = [
      "https://api.example.com/other", "https://API.example.com:443/", "https://files.example.com:8443/",
      "http://api.example.com/", "https://api.example.com:8443/", "https://api.example.com.evil.example/",
      "https://files.example.com/", "https://user@evil.example/",
    ]
    for url in urls { _ = try await transport.send(TransportRequest(url: try #require(URL(string: url)))) }
    let authenticated = stub.requests.map { $0.headers.contains(.authorization) }
    #expect(authenticated == [true, true, true, false, false, false, false, false])
  }

  @Test("an invalid base URL fails each call, so that none is sent without a credential")
  func badScope() async throws {
    let stub = StubTransport { On.any().respond(status: 200) }
    let transport = stub.authenticated(with: .bearer("t"), for: "api.example.com")
    let error = await #expect(throws: NetworkRequestError.self) {
      try await transport.send(TransportRequest(url: .api))
    }
    #expect(error?.kind == .invalidRequest)
    #expect(stub.requests.isEmpty)
  }

  @Test("a request with its own Authorization keeps it")
  func ownCredential() async throws {
    let stub = StubTransport { On.any().respond(status: 401) }
    let refreshes = Locked(0)
    let tokens = BearerAuthenticator(store: MemoryTokenStore(AccessToken("ours"))) { _ in
      refreshes.withLock { $0 += 1 }
      return AccessToken("new")
    }
    let transport = stub.authenticated(with: tokens, for: URL.api)
    let request = TransportRequest(url: .api, headers: [.authorization: "Bearer theirs"])
    #expect(try await transport.send(request).status == 401)
    #expect(stub.requests.map { $0.headers[.authorization] } == ["Bearer theirs"])
    #expect(refreshes.withLock { $0 } == 0)
  }

  @Test("a redirect to another origin drops the credential, and a 401 there is not answered with it")
  func redirects() async throws {
    let stub = StubTransport {
      On(.get, "/away").respond(.redirect(302, to: "https://other.example/in"))
      On(.get, "/here").respond(.redirect(302, to: "/in"))
      On(.get, "/in").respond(status: 401)
    }
    let tokens = BearerAuthenticator(store: MemoryTokenStore(AccessToken("t"))) { _ in AccessToken("new") }
    let transport = stub.authenticated(with: tokens, for: URL.api)
    #expect(try await transport.send(TransportRequest(url: .api("/away"))).status == 401)
    #expect(stub.requests.map { $0.headers[.authorization] } == ["Bearer t", nil])
    _ = try await transport.send(TransportRequest(url: .api("/here")))
    #expect(
      stub.requests.dropFirst(2).map { $0.headers[.authorization] } == [
        "Bearer t", "Bearer t", "Bearer new", "Bearer new",
      ])
  }
}
