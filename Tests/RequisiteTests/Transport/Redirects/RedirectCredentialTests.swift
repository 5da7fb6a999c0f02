import RequisiteTesting
import Testing

@Suite("Header fields of redirected requests", .timeLimit(.minutes(3)))
struct RedirectCredentialTests {
  private static let headers: HTTPHeaders = [
    .authorization: "Bearer canary-7f3a", .cookie: "canary-7f3a", .proxyAuthorization: "canary-7f3a",
    "X-Api-Key": "canary-7f3a",
    "X-Auth-Token": "canary-7f3a", "X-Custom": "canary-7f3a", .accept: "text/plain", .userAgent: "todos/1.0",
  ]

  @Test(
    "secrets are sent only to their origin: scheme, host and port", .feature("C41"),
    arguments: [
      ("/other", true), ("https://api.test:443/other", true), ("HTTPS://API.TEST/other", true),
      ("https://other.test/", false), ("//other.test/", false), ("https://api.test:8443/", false),
      ("https://sub.api.test/", false), ("https://api.test.evil.test/", false),
    ])
  func origins(location: String, isSame: Bool) async throws {
    let stub = StubTransport {
      On("https://api.test/from").respond(.redirect(307, to: location))
      On.any().respond(status: 200)
    }
    var request = TransportRequest(
      url: try #require(URL(string: "https://api.test/from")), headers: Self.headers)
    request.options.redirects.sensitiveHeaders = ["X-Custom"]
    _ = try await stub.send(request)
    #expect(stub.requests.count == 2)
    let sent = try #require(stub.requests.last).headers
    let secrets = sent.filter { $0.value.contains("canary-7f3a") }.map(\.name.rawValue).sorted()
    #expect(
      secrets
        == (isSame
          ? Self.headers.filter { $0.value.contains("canary-7f3a") }.map(\.name.rawValue).sorted() : []))
    #expect(sent[.accept] == "text/plain")
    #expect(sent[.userAgent] == "todos/1.0")
  }

  @Test("dropped fields are not sent again after a redirect back")
  func back() async throws {
    let stub = StubTransport {
      On("https://api.test/from").respond(.redirect(to: "https://other.test/back"))
      On("https://other.test/back").respond(.redirect(to: "https://api.test/home"))
      On("https://api.test/home").respond(status: 200)
    }
    _ = try await stub.send(
      TransportRequest(url: try #require(URL(string: "https://api.test/from")), headers: Self.headers))
    #expect(stub.requests.last?.headers.contains(.authorization) == false)
  }

  @Test(
    "a redirect from https to http or to another scheme is an error that names the target",
    arguments: [
      "http://api.test/", "HTTP://api.test/", "ftp://api.test/", "file:///etc/passwd", "javascript:alert(1)",
      "urn:isbn:1", "http://", "//",
    ])
  func downgrade(location: String) async throws {
    for scheme in ["https", "HTTPS"] {
      let stub = StubTransport { On.any().respond(.redirect(to: location)).once() }
      let request = TransportRequest(url: try #require(URL(string: "\(scheme)://api.test/from")))
      let error = await #expect(throws: NetworkRequestError.self) { try await stub.send(request) }
      #expect(error?.kind == .urlSessionFailed, "\(String(describing: error))")
      #expect(stub.requests.count == 1)
    }
  }

  @Test("a redirect from http to https is followed")
  func upgrade() async throws {
    let stub = StubTransport {
      On("http://api.test/from").respond(.redirect(to: "https://api.test/to"))
      On("https://api.test/to").respond(status: 200)
    }
    let request = TransportRequest(
      url: try #require(URL(string: "http://api.test/from")), headers: Self.headers)
    let response = try await stub.send(request)
    #expect(response.url.absoluteString == "https://api.test/to")
    #expect(stub.requests.last?.headers.contains(.authorization) == false, "another scheme is another origin")
  }

  @Test(
    "across origins, only harmless fields and those that the policy names are sent", .feature("F3"),
    arguments: [
      ("X-JWT", false), ("DPoP", false), ("X-OTP", false), ("X-ApiKey2", false), ("X-CSRF", false),
      ("CF-Access-Client-Id", false), ("Accept-Language", true), ("Accept-Token", false),
      ("If-None-Match", true),
      ("Cache-Control", true), ("Pragma", true), ("Prefer", true), ("Priority", true), ("traceparent", true),
      ("TraceState", true), ("Range", true), ("baggage", false), ("Referer", false), ("X-Tenant", true),
      ("Content-Type", true), ("Idempotency-Key", true), ("Content-Token", false),
    ])
  func allowList(name: String, isForwarded: Bool) async throws {
    let stub = StubTransport {
      On("https://api.test/from").respond(.redirect(307, to: "https://other.test/"))
      On.any().respond(status: 200)
    }
    let url = try #require(URL(string: "https://api.test/from"))
    var request = TransportRequest(
      method: .post, url: url, headers: [HTTPHeaderName(name): "1"], body: .text("x"))
    request.options.redirects.forwardedHeaders = ["X-Tenant"]
    _ = try await stub.send(request)
    #expect(try #require(stub.requests.last).headers.contains(HTTPHeaderName(name)) == isForwarded)
  }

  @Test(
    "a sensitive field never goes to another origin: harmless, forwarded by name, of the body or upgraded",
    .feature("F3"),
    arguments: [
      ("https://api.test/from", "https://other.test/", HTTPHeaderName.acceptLanguage),
      ("https://api.test/from", "https://other.test/", "X-Tenant"),
      ("https://api.test/from", "https://other.test/", .idempotencyKey),
      ("http://api.test/from", "https://api.test/to", "X-Custom"),
    ])
  func sensitive(from: String, to: String, name: HTTPHeaderName) async throws {
    for isSensitive in [false, true] {
      let stub = StubTransport {
        On.any().respond(.redirect(307, to: to)).once()
        On.any().respond(status: 200)
      }
      var request = TransportRequest(
        method: .post, url: try #require(URL(string: from)), headers: [name: "1"], body: .text("x"))
      request.options.redirects.forwardedHeaders = ["X-Tenant"]
      if isSensitive { request.options.redirects.sensitiveHeaders = [name] }
      _ = try await stub.send(request)
      #expect(stub.requests.last?.headers.contains(name) == !isSensitive)
    }
  }

  @Test("fields that describe the body are dropped with the body")
  func withoutBody() async throws {
    let stub = StubTransport {
      On("https://api.test/from").respond(.redirect(303, to: "https://other.test/"))
      On.any().respond(status: 200)
    }
    let url = try #require(URL(string: "https://api.test/from"))
    let headers: HTTPHeaders = [
      "Content-Type": "a/b", "Content-MD5": "x", "Idempotency-Key": "1", "Accept": "a/b",
    ]
    _ = try await stub.send(TransportRequest(method: .post, url: url, headers: headers, body: .text("x")))
    #expect(stub.requests.last?.headers.map(\.name.rawValue) == ["Accept"])
  }

  @Test("from http to https on the same host without a port, only credentials are dropped")
  func upgradedFields() async throws {
    for (target, isKept) in [
      ("https://api.test/", true), ("https://api.test:8443/", false), ("https://b.test/", false),
    ] {
      let stub = StubTransport {
        On("http://api.test/from").respond(.redirect(to: target))
        On.any().respond(status: 200)
      }
      let url = try #require(URL(string: "http://api.test/from"))
      _ = try await stub.send(
        TransportRequest(url: url, headers: ["X-Custom": "1", .authorization: "Bearer x"]))
      let sent = try #require(stub.requests.last).headers
      #expect(sent.contains("X-Custom") == isKept && !sent.contains(.authorization))
    }
  }

  @Test(
    "several equal Location fields count as one, and different ones are an error",
    arguments: [
      (["/a", "/a"], true), (["/a", "/b"], false), (["/a, /b"], true), (["/echo/Report, final.pdf"], true),
      (["https://x.test/, https://y.test/"], false), (["https://x.test/?a=1, https://x.test/?a=2"], false),
      (["https://x.test/?to=https://a.test/,https://b.test/"], true),
      (["https://x.test/#https://a.test/,https://b.test/"], true),
      (["/echo?to=https://a.test,https://b.test"], true),
      (["/a,b"], true), (["/e", "/e\u{301}"], false),
    ])
  func locations(values: [String], isFollowed: Bool) async throws {
    let stub = StubTransport {
      On("/from").respond(status: 302, headers: HTTPHeaders(values.map { HTTPHeader(.location, $0) }))
      On.any().respond(status: 200)
    }
    let request = TransportRequest(url: try #require(URL(string: "https://api.test/from")))
    let result = await Result.awaiting { () async throws(NetworkRequestError) in
      try await stub.send(request).status
    }
    switch result {
    case .success(let status): #expect(isFollowed && status == 200)
    case .failure(let error): #expect(!isFollowed && error.description.contains("Location"))
    }
    #expect(stub.requests.count == (isFollowed ? 2 : 1))
  }

  @Test(
    "a credential that a later layer replaced or removed does not come back with a redirect", .feature("C41"),
    arguments: ["Session of-b", nil] as [String?], [false, true])
  func replaced(by value: String?, isBearer: Bool) async throws {
    let stub = StubTransport {
      On("/from").respond(.redirect(to: "/to"))
      On.any().respond(status: 200)
    }
    let authenticator: FixedAuthenticator =
      isBearer ? .bearer("of-a") : .basic(user: "a", password: "canary-7f3a")
    let transport = OverwritingAuthorization(value: value, upstream: stub)
      .authenticated(with: authenticator, for: "https://api.test")
    _ = try await transport.send(
      TransportRequest(url: try #require(URL(string: "https://api.test/from"))))
    #expect(stub.requests.map { $0.headers[.authorization] } == [value, value])
  }

  private struct OverwritingAuthorization: Transport {
    let value: String?
    let upstream: any Transport

    func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
      var request = request
      request.headers[.authorization] = value
      return try await upstream.send(request)
    }
  }
}
