import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("OAuth 2: logins that are discovered", .timeLimit(.minutes(1)))
struct DiscoveryTests {
  private static let api = "https://mcp.example.com/notes/mcp"
  private static let atPath = "https://mcp.example.com/.well-known/oauth-protected-resource/notes/mcp"
  private static let atRoot = "https://mcp.example.com/.well-known/oauth-protected-resource"
  private static let issuer = "https://login.example.com/acme"
  private static let atIssuer = "https://login.example.com/.well-known/oauth-authorization-server/acme"

  /// The documents of a good API and its server.
  private static let good: [String: JSONValue] = [
    atPath: [
      "resource": .string(api), "authorization_servers": [.string(issuer)], "scopes_supported": ["a", "b"],
    ],
    atIssuer: [
      "issuer": .string(issuer), "token_endpoint": "https://tokens.example.net/token",
      "authorization_endpoint": "https://login.example.com/acme/authorize?tenant=1",
      "device_authorization_endpoint": "https://login.example.com/acme/device",
      "authorization_response_iss_parameter_supported": true,
    ],
  ]

  /// A network with these documents, and 404 everywhere else.
  private func network(_ documents: [String: JSONValue]) -> StubTransport {
    StubTransport {
      On(.get, .any).respond { request in
        documents[request.url.absoluteString].map { .json($0) } ?? .status(404)
      }
    }
  }

  private func rejection(_ challenge: String, of url: String = api) throws -> NetworkResponse {
    let request = TransportRequest(method: .post, url: try #require(URL(string: url)))
    return NetworkResponse(status: 401, headers: [.wwwAuthenticate: challenge], request: request)
  }

  private func problem(
    _ network: StubTransport, _ discover: (StubTransport) async throws -> OAuthServer
  ) async -> String {
    do {
      let server = try await discover(network)
      return "found \(server.issuer)"
    } catch NetworkRequestError.authenticationFailed(let failure) {
      guard case .untrustedMetadata(let problem) = failure.reason else { return "\(failure)" }
      return "untrusted: \(problem)"
    } catch { return "\(error)" }
  }

  @Test("a challenge leads to the metadata of the API, and that to the server's", .feature("F48"))
  func challenge() async throws {
    let network = network(Self.good)
    let response = try rejection(
      #"Basic realm="x", Bearer error="invalid_token", resource_metadata="\#(Self.atPath)", scope="files:read mail""#,
      of: Self.api + "?page=2")
    let server = try await OAuthClient.discover(from: response, transport: network)
    #expect(network.requests.map(\.url.absoluteString) == [Self.atPath, Self.atIssuer])
    #expect(server.issuer == Self.issuer && server.resource == Self.api)
    #expect(server.tokenEndpoint == "https://tokens.example.net/token")
    #expect(server.authorizationEndpoint == "https://login.example.com/acme/authorize?tenant=1")
    #expect(server.deviceEndpoint == "https://login.example.com/acme/device")
    #expect(server.scope == ["files:read", "mail"])
    #expect(network.requests.allSatisfy { $0.headers[.accept] == "application/json" })
  }

  @Test("without a URL in the challenge, the well-known URLs are asked in order")
  func wellKnown() async throws {
    var documents = Self.good
    documents[Self.atRoot] = [
      "resource": "https://mcp.example.com",
      "authorization_servers": ["https://other.example", .string(Self.issuer)],
    ]
    documents[Self.atPath] = nil
    documents["https://login.example.com/acme/.well-known/openid-configuration"] = documents[Self.atIssuer]
    documents[Self.atIssuer] = nil
    let network = network(documents)
    let server = try await OAuthClient.discover(
      from: try rejection("Bearer"), issuer: Self.issuer, transport: network)
    #expect(
      network.requests.map(\.url.absoluteString) == [
        Self.atPath, Self.atRoot, Self.atIssuer,
        "https://login.example.com/.well-known/openid-configuration/acme",
        "https://login.example.com/acme/.well-known/openid-configuration",
      ])
    #expect(server.resource == "https://mcp.example.com" && server.scope.isEmpty)
    let byURL = try await OAuthClient.discover(from: Self.api, transport: self.network(Self.good))
    #expect(byURL.resource == Self.api && byURL.scope == ["a", "b"])
  }

  @Test("a server is found by its issuer alone, by the metadata of OpenID too")
  func byIssuer() async throws {
    let network = network([
      "https://login.example.com/.well-known/openid-configuration": [
        "issuer": "https://login.example.com", "token_endpoint": "https://login.example.com/token",
      ]
    ])
    let server = try await OAuthClient.discover(issuer: "https://login.example.com", transport: network)
    #expect(server.resource == nil && server.authorizationEndpoint == nil)
    #expect(network.requests.count == 2)
    #expect(throws: NetworkRequestError.self) {
      try AuthorizationCodeRequest(server, clientID: "a", redirectURI: "a:/")
    }
  }

  @Test("the login page, the token and each refresh name the API (RFC 8707)", .feature("F48"))
  func resource() async throws {
    let found = network(Self.good)
    let server = try await OAuthClient.discover(from: Self.api, transport: found)
    let login = try AuthorizationCodeRequest(
      server, clientID: "todos", redirectURI: "todos:/done", state: Secret("xyz"))
    let query = QueryParams(encoded: login.url.query(percentEncoded: true) ?? "")
    #expect(query["resource"] == Self.api && query["scope"] == "a b" && query["tenant"] == "1")
    let tokens = StubTransport {
      On(.post, "/token").respond(text: #"{"access_token":"a","refresh_token":"r"}"#)
    }
    let client = OAuthClient(server, id: "todos", transport: tokens)
    let issuer = try #require(URL(string: "todos:/done?code=c&state=xyz&iss=\(Self.issuer)"))
    let token = try await client.token(login.grant(from: issuer))
    _ = try await client.token(refreshing: token)
    _ = try await client.token(.clientCredentials())
    #expect(tokens.requests.map { $0.form["resource"] } == [Self.api, Self.api, Self.api])
    #expect(tokens.requests.allSatisfy { $0.url.host() == "tokens.example.net" })
    #expect(
      throws: NetworkRequestError.self, "a parameter is sent once",
      performing: {
        try AuthorizationCodeRequest(
          server, clientID: "todos", redirectURI: "todos:/done",
          parameters: ["resource": "https://evil.example"])
      })
  }

  @Test(
    "a redirect must name the issuer if the server promises it, and may name no other (RFC 9207 §2.4)",
    .feature("F48"),

    arguments: [
      (true, "&iss=https://login.example.com/acme", true), (true, "", false), (false, "", true),
      (false, "&iss=https://login.example.com/acme", true), (false, "&iss=https://evil.example", false),
      (true, "&iss=https://login.example.com/acme/", false),
    ])
  func issuers(promised: Bool, item: String, isGood: Bool) async throws {
    var documents = Self.good
    let members = try #require(documents[Self.atIssuer]?.object?.dictionary)
    documents[Self.atIssuer] = .object(
      .init(
        members.merging(["authorization_response_iss_parameter_supported": .bool(promised)]) { $1 }
          .map { ($0, $1) }))
    let server = try await OAuthClient.discover(from: Self.api, transport: network(documents))
    let login = try AuthorizationCodeRequest(
      server, clientID: "todos", redirectURI: "todos:/done", state: Secret("xyz"))
    let callback = try #require(URL(string: "todos:/done?code=c&state=xyz\(item)"))
    let result = Result { () throws(NetworkRequestError) in try login.grant(from: callback) }
    let isAccepted = if case .success = result { true } else { false }
    #expect(isAccepted == isGood)
  }

  /// What is wrong in place of the good documents, and a part of the refusal that names it.
  static let faults: [(documents: [String: JSONValue], challenge: String, problem: String)] = [
    ([:], "https://evil.example/metadata", "has another origin than “https://mcp.example.com/notes/mcp”"),
    ([:], "https://mcp.example.com:444/metadata", "has another origin"),
    ([:], "http://mcp.example.com/metadata", "is not https"),
    ([:], "http://localhost/metadata", "leads from https to http, by the metadata"),
    ([:], "metadata", "is not an https URL"),
    ([atPath: ["authorization_servers": [.string(issuer)]]], atPath, "is not for"),
    (
      [atPath: ["resource": "https://evil.example/notes/mcp", "authorization_servers": [.string(issuer)]]],
      atPath, "is not for"
    ),
    (
      [atPath: ["resource": "https://mcp.example.com", "authorization_servers": [.string(issuer)]]], atPath,
      "is not for"
    ),
    (
      [
        atPath: [
          "resource": "https://mcp.example.com/notes/mcp?a=b", "authorization_servers": [.string(issuer)],
        ]
      ], atPath, "is not for"
    ),
    (
      [atRoot: ["resource": "https://mcp.example.com/victim", "authorization_servers": [.string(issuer)]]],
      atRoot, "is not for"
    ),
    (
      [
        "\(atRoot)/note": [
          "resource": "https://mcp.example.com/note", "authorization_servers": [.string(issuer)],
        ]
      ],
      "\(atRoot)/note", "is not for"
    ),
    ([atPath: ["resource": .string(api)]], atPath, "does not name the authorization server"),
    (
      [atPath: ["resource": .string(api), "authorization_servers": ["http://login.example.com"]]], atPath,
      "is not https"
    ),
    (
      [atPath: ["resource": .string(api), "authorization_servers": ["http://127.0.0.1:9"]]], atPath,
      "leads from https to http, by the issuer"
    ),
    (
      [atPath: ["resource": .string(api), "authorization_servers": ["https://login.example.com/?a=b"]]],
      atPath, "with a query"
    ),
    (
      [atPath: ["resource": .string(api), "authorization_servers": ["https://nowhere.example"]]], atPath,
      "is at none of https://nowhere.example/.well-known/oauth-authorization-server, "
    ),
    ([atPath: []], atPath, "is not a JSON object"),
    (
      [atIssuer: ["issuer": "https://evil.example", "token_endpoint": "https://evil.example"]], atPath,
      "is of the issuer “https://evil.example”, not of"
    ),
    (
      [atIssuer: ["issuer": "https://login.example.com/acme/", "token_endpoint": "https://evil.example"]],
      atPath, "is of the issuer"
    ),
    ([atIssuer: ["token_endpoint": "https://evil.example"]], atPath, "is of the issuer “”"),
    ([atIssuer: ["issuer": .string(issuer)]], atPath, "has no token_endpoint"),
    (
      [atIssuer: ["issuer": .string(issuer), "token_endpoint": "http://login.example.com/token"]], atPath,
      "is not https"
    ),
    (
      [atIssuer: ["issuer": .string(issuer), "token_endpoint": "http://[::1]/token"]], atPath,
      "leads from https to http, by the token_endpoint"
    ),
    (
      [
        atIssuer: [
          "issuer": .string(issuer), "token_endpoint": "https://a.example",
          "authorization_endpoint": "http://a.example",
        ]
      ],
      atPath, "is not https"
    ),
  ]

  @Test(
    "metadata that could lead a login astray is refused by name", .feature("F48"), arguments: faults.indices)
  func fails(index: Int) async throws {
    let fault = Self.faults[index]
    let network = network(Self.good.merging(fault.documents) { $1 })
    let response = try rejection("Bearer resource_metadata=\"\(fault.challenge)\"")
    let problem = await problem(network) { try await OAuthClient.discover(from: response, transport: $0) }
    #expect(problem.contains(fault.problem), "\(problem)")
    #expect(network.requests.allSatisfy { $0.url.host() != "evil.example" })
  }

  @Test("no document is larger than 1 MiB, and no redirect is followed", .feature("F48"))
  func limits() async throws {
    let network = network(Self.good)
    _ = try await OAuthClient.discover(from: Self.api, transport: network)
    let options = network.requests.map(\.options)
    #expect(options.count == 2)
    #expect(options.allSatisfy { $0.maximumBodySize == 1 << 20 && $0.redirects == .none })
  }

  @Test("a redirect of metadata is not followed, and a failure of the server is no absence")
  func redirects() async throws {
    for place in [Self.atPath, Self.atIssuer] {
      let network = StubTransport {
        On(.get, .any).where { $0.url.absoluteString == place }.respond(
          .redirect(302, to: "https://evil.example/m"))
        On(.get, .any).respond { .json(Self.good[$0.url.absoluteString] ?? nil) }
      }
      let problem = await problem(network) { try await OAuthClient.discover(from: Self.api, transport: $0) }
      #expect(problem.contains("\(place) is a redirect to “https://evil.example/m”"), "\(problem)")
      #expect(network.requests.allSatisfy { $0.url.host() != "evil.example" })
    }
    for status in [500, 503, 429, 204] {
      let failing = StubTransport { On.any().respond(status: status) }
      await #expect(throws: NetworkRequestError.self) {
        try await OAuthClient.discover(issuer: Self.issuer, transport: failing)
      }
      #expect(failing.requests.count == 1)
    }
  }

  @Test("metadata is requested without the credential of the API, and of this machine also by http")
  func withoutCredential() async throws {
    let stub = network([
      "http://localhost:8080/.well-known/oauth-protected-resource/mcp": [
        "resource": "http://localhost:8080/mcp", "authorization_servers": ["http://127.0.0.1:9000"],
      ],
      "http://127.0.0.1:9000/.well-known/oauth-authorization-server": [
        "issuer": "http://127.0.0.1:9000", "token_endpoint": "http://127.0.0.1:9000/token",
      ],
    ])
    let authorized = stub.authenticated(with: .bearer("secret"), for: "http://localhost:8080")
    let server = try await OAuthClient.discover(from: "http://localhost:8080/mcp", transport: authorized)
    #expect(server.tokenEndpoint == "http://127.0.0.1:9000/token")
    #expect(stub.requests.count == 2 && stub.requests.allSatisfy { !$0.headers.contains(.authorization) })
  }

  @Test(
    "what is discovered widens nothing: the token goes to the origin that the program named")
  func scope() async throws {
    var documents = Self.good
    documents[Self.atRoot] = [
      "resource": "https://mcp.example.com", "authorization_servers": [.string(Self.issuer)],
    ]
    documents[Self.atPath] = nil
    let server = try await OAuthClient.discover(from: Self.api, transport: network(documents))
    let stub = StubTransport {
      On(.post, "/token").respond(text: #"{"access_token":"a"}"#)
      On.any().respond(status: 200)
    }
    let tokens: BearerAuthenticator = .clientCredentials(
      of: OAuthClient(server, id: "a", authentication: .body(secret: Secret("s")), transport: stub))
    let transport = stub.authenticated(with: tokens, for: "https://mcp.example.com:8443")
    for url in [Self.api, "https://mcp.example.com:8443/a", Self.issuer, server.tokenEndpoint] {
      _ = try await transport.send(TransportRequest(url: try #require(URL(string: url))))
    }
    #expect(
      stub.requests.filter { $0.headers.contains(.authorization) }.map(\.url.absoluteString)
        == ["https://mcp.example.com:8443/a"])
  }
}
