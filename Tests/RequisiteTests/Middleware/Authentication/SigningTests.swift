import RequisiteTesting
import Testing

@testable import Requisite

@Suite("Custom authenticators", .timeLimit(.minutes(1)))
struct SigningTests {
  /// Signs method, target, time and body, as many APIs want it.
  private struct SigningBodies: Authenticator {
    let key: Secret
    let time: @Sendable () -> Int

    func authenticate(
      _ request: TransportRequest
    ) async throws(NetworkRequestError) -> TransportRequest {
      guard case .data(let body) = request.body.content else { return request }
      let time = "\(time())"
      let text = [request.method.rawValue, URLParts(request.url).requestTarget, time, key.revealed]
      var request = request
      request.headers["X-Time"] = time
      request.headers["X-Signed"] = SHA256.hexadecimal(
        text.joined(separator: "\n") + String(decoding: body, as: UTF8.self))
      return request
    }
  }

  @Test("a custom authenticator signs each attempt of a request", .feature("D30"))
  func signing() async throws {
    let time = Locked(0)
    let signer = SigningBodies(key: Secret("k")) {
      time.withLock {
        $0 += 1; return $0
      }
    }
    let stub = StubTransport { On.any().respond(.status(503), .status(200)) }
    let transport = stub.authenticated(with: signer, for: URL.api).retried(.immediate())
    let request = TransportRequest(method: .put, url: .api("/a?b=1"), body: .text("hello"))
    #expect(try await transport.send(request).status == 200)
    #expect(stub.requests.map { $0.headers["X-Time"] } == ["1", "2"])
    #expect(
      stub.requests.map { $0.headers["X-Signed"] } == [
        SHA256.hexadecimal("PUT\n/a?b=1\n1\nkhello"), SHA256.hexadecimal("PUT\n/a?b=1\n2\nkhello"),
      ])
  }

  @Test(
    "a request after a redirect within the origin is signed for its own target, without the old signature")
  func redirectWithin() async throws {
    let stub = StubTransport {
      On(.put, "/a").respond(.redirect(308, to: "/b"))
      On(.put, "/b").respond(.redirect(303, to: "/c?d"))
      On(.get, "/c").respond(status: 200)
    }
    let transport = stub.authenticated(with: SigningBodies(key: Secret("k")) { 1 }, for: URL.api)
    let request = TransportRequest(
      method: .put, url: .api("/a"), headers: ["X-Own": "1", "X-Time": "mine"], body: .text("hello"))
    let response = try await transport.send(request)
    #expect(response.url == .api("/c?d") && response.redirectCount == 2)
    #expect(
      stub.requests.map { $0.headers.values(for: "X-Signed") } == [
        [SHA256.hexadecimal("PUT\n/a\n1\nkhello")], [SHA256.hexadecimal("PUT\n/b\n1\nkhello")],
        // The body was dropped, and this authenticator signs requests with a body only.
        [],
      ])
    #expect(stub.requests.map { $0.headers["X-Own"] } == ["1", "1", "1"])
    #expect(stub.requests.map { $0.headers["X-Time"] } == ["1", "1", "mine"])
  }

  @Test("a field about the body that a redirect dropped does not return at the next one")
  func dropped() async throws {
    struct Digesting: Authenticator {
      func authenticate(
        _ request: TransportRequest
      ) async throws(NetworkRequestError) -> TransportRequest {
        guard !request.body.isNone else { return request }
        var request = request
        request.headers["Content-Digest"] = "signed"
        return request
      }
    }
    let stub = StubTransport {
      On(.post, "/a").respond(.redirect(303, to: "/b"))
      On(.get, "/b").respond(.redirect(302, to: "/c"))
      On(.get, "/c").respond(status: 200)
    }
    let request = TransportRequest(
      method: .post, url: .api("/a"), headers: ["Content-Digest": "own"], body: .text("hello"))
    _ = try await stub.authenticated(with: Digesting(), for: URL.api).send(request)
    #expect(stub.requests.map { $0.headers["Content-Digest"] } == ["signed", nil, nil])
  }

  @Test("credentials of two layers are both added anew after a redirect")
  func layers() async throws {
    let stub = StubTransport {
      On("/a").respond(.redirect(to: "/b"))
      On("/b").respond(status: 200)
    }
    let tokens = BearerAuthenticator(store: MemoryTokenStore(AccessToken("t"))) { _ in AccessToken("new") }
    let transport = stub.authenticated(with: tokens, for: URL.api)
      .authenticated(with: .apiKey("key", query: "appid"), for: URL.api)
    let response = try await transport.send(TransportRequest(url: .api("/a")))
    #expect(stub.requests.map(\.url) == [.api("/a?appid=key"), .api("/b?appid=key")])
    #expect(stub.requests.map { $0.headers.values(for: .authorization) } == [["Bearer t"], ["Bearer t"]])
    #expect(response.url == .api("/b"))
  }

  @Test("a key that the server copies to the target of a redirect is not in the URL of the response")
  func copied() async throws {
    let stub = StubTransport {
      On("/a").respond(.redirect(to: "/b?x=1&appid=key"))
      On("/b").respond(status: 200)
    }
    let transport = stub.authenticated(with: .apiKey("key", query: "appid"), for: URL.api)
    let response = try await transport.send(TransportRequest(url: .api("/a?x=1")))
    #expect(stub.requests.map(\.url) == [.api("/a?x=1&appid=key"), .api("/b?x=1&appid=key")])
    #expect(response.url == .api("/b?x=1"))
  }

  @Test("an error after a redirect contains no credential")
  func failure() async throws {
    let stub = StubTransport {
      On("/a").respond(.redirect(to: "/b"))
      On("/b").respond(.redirect(to: "gopher://c"))
    }
    for authenticator: any Authenticator in [
      FixedAuthenticator.bearer("s3cret"), .apiKey("s3cret", query: "appid"),
    ] {
      let error = await #expect(throws: NetworkRequestError.self) {
        try await stub.authenticated(with: authenticator, for: URL.api)
          .send(TransportRequest(url: .api("/a")))
      }
      let request = try #require(error?.request)
      #expect(request.url == .api("/b") && request.headers.isEmpty)
      var text = "\(error as Any)"
      dump(error, to: &text)
      #expect(!text.contains("s3cret"))
    }
  }

  @Test("a 401 after redirects to another origin and back does not reject the credential")
  func ledBack() async throws {
    let stub = StubTransport {
      On("/a").respond(.redirect(to: "https://other.test/b")).then(.status(401))
      On("/b").respond(.redirect(to: URL.api("/a").absoluteString))
    }
    let tokens = BearerAuthenticator(store: MemoryTokenStore(AccessToken("good"))) { _ in
      Issue.record("the token was good")
      return AccessToken("other")
    }
    let response = try await stub.authenticated(with: tokens, for: URL.api)
      .send(TransportRequest(url: .api("/a")))
    #expect(response.status == 401 && response.redirectCount == 2)
    #expect(stub.requests.map { $0.headers[.authorization] } == ["Bearer good", nil, nil])
  }

  @Test("fields added by an authenticator are not sent to the other origin of a redirect")
  func redirect() async throws {
    let stub = StubTransport {
      On(.put, "/a").respond(.redirect(307, to: "https://other.example/b"))
      On(.put, "/b").respond(status: 200)
    }
    let transport = stub.authenticated(with: SigningBodies(key: Secret("k")) { 1 }, for: URL.api)
    _ = try await transport.send(TransportRequest(method: .put, url: .api("/a"), body: .text("hello")))
    #expect(stub.requests.map { $0.headers["X-Time"] } == ["1", nil])
  }

  @Test("an authenticator cannot move a request to an origin that its credential is not for")
  func moved() async throws {
    struct Moving: Authenticator {
      func authenticate(
        _ request: TransportRequest
      ) async throws(NetworkRequestError) -> TransportRequest {
        var request = request
        request.url = .api("/", host: "evil.example")
        return request
      }
    }
    let stub = StubTransport { On.any().respond(status: 200) }
    let error = await #expect(throws: NetworkRequestError.self) {
      try await stub.authenticated(with: Moving(), for: URL.api).send(TransportRequest(url: .api))
    }
    #expect(error?.kind == .invalidRequest)
    #expect(stub.requests.isEmpty)
  }
}
