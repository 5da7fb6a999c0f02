import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("OAuth 2: tokens", .timeLimit(.minutes(1)))
struct OAuthClientTests {
  private let now = Date(timeIntervalSince1970: 1_000_000)
  private let endpoint = "https://login.example.com/token?tenant=1"

  private func client(
    _ stub: StubTransport, _ authentication: OAuthClient.Authentication = .none, endpoint: String? = nil
  ) -> OAuthClient {
    OAuthClient(
      tokenEndpoint: endpoint ?? self.endpoint, id: "todos app", authentication: authentication,
      transport: stub,
      clock: CallClock(TestClock(), startingAt: now))
  }

  private func granting(_ json: String) -> StubTransport {
    StubTransport {
      On(.post, "/token").respond(.text(json, headers: [.contentType: "application/json"]))
    }
  }

  @Test(
    "client credentials are requested as in RFC 6749 §4.4, and return a token with its expiry and scope",
    .feature("A38", "F20"))
  func clientCredentials() async throws {
    let stub = granting(
      #"{"access_token":"2YotnFZFEjr1zCsicMWpAA","token_type":"bearer","expires_in":3600,"scope":"a b","more":{}}"#
    )
    let token = try await client(stub, .header(secret: Secret("s:e c"))).token(
      .clientCredentials(scope: ["a", "b"]))
    #expect(
      token
        == AccessToken("2YotnFZFEjr1zCsicMWpAA", expiry: now.addingTimeInterval(3_600), scope: ["a", "b"]))
    let sent = try #require(stub.requests.first)
    #expect(sent.text == "grant_type=client_credentials&scope=a+b")
    #expect(sent.headers[.contentType] == "application/x-www-form-urlencoded")
    #expect(sent.headers[.accept] == "application/json")
    #expect(sent.url.query() == "tenant=1")
    // Id and secret are encoded as in a form before they are joined (§2.3.1).
    #expect(
      sent.headers[.authorization] == Authorization.basic(user: "todos+app", password: "s%3Ae+c").headerValue)
  }

  @Test("a client identifies itself by its id, by a header field, or in the body")
  func authentication() async throws {
    let response = #"{"access_token":"t","token_type":"Bearer"}"#
    for (authentication, body, hasField) in [
      (OAuthClient.Authentication.none, "grant_type=client_credentials&client_id=todos+app", false),
      (
        .body(secret: Secret("s")), "grant_type=client_credentials&client_id=todos+app&client_secret=s", false
      ),
      (.header(secret: Secret("s")), "grant_type=client_credentials", true),
    ] {
      let stub = granting(response)
      _ = try await client(stub, authentication).token(.clientCredentials())
      #expect(stub.requests.first?.text == body)
      #expect(stub.requests.first?.headers.contains(.authorization) == hasField)
    }
  }

  @Test(
    "a refresh token that the server replaces is not used again, and one that it does not replace is kept")
  func rotation() async throws {
    let old = AccessToken("a1", refreshToken: "r1", scope: ["all"])
    let rotating = granting(#"{"access_token":"a2","token_type":"Bearer","refresh_token":"r2"}"#)
    let keeping = granting(#"{"access_token":"a2","token_type":"Bearer","expires_in":"60"}"#)
    let rotated = try await client(rotating).token(refreshing: old)
    #expect(rotated == AccessToken("a2", refreshToken: "r2", scope: ["all"]))
    let kept = try await client(keeping).token(refreshing: old)
    #expect(kept == AccessToken("a2", refreshToken: "r1", expiry: now.addingTimeInterval(60), scope: ["all"]))
    #expect(rotating.requests.first?.text == "grant_type=refresh_token&refresh_token=r1&client_id=todos+app")
  }

  @Test(
    "tokens of a user are refreshed with rotation, and each refresh token is used once",
    .feature("A38", "C8", "F20")
  )
  func refreshing() async throws {
    let server = Locked((token: 1, used: [String]()))
    let login = StubTransport {
      On(.post, "/token").respond { request in
        server.withLock { state in
          state.used.append(request.form["refresh_token"] ?? "")
          state.token += 1
          let number = state.token
          return .text(#"{"access_token":"a\#(number)","token_type":"Bearer","refresh_token":"r\#(number)"}"#)
        }
      }
    }
    let api = StubTransport {
      On.any().respond { request in
        let valid = server.withLock { "Bearer a\($0.token)" }
        return .status(request.headers[.authorization] == valid ? 200 : 401)
      }
    }
    let tokens: BearerAuthenticator = .refreshing(with: client(login))
    let transport = api.authenticated(with: tokens, for: URL.api)
    try await tokens.logIn(AccessToken("a1", refreshToken: "r1"))
    for _ in 0..<3 {
      #expect(try await transport.send(TransportRequest(url: .api)).status == 200)
      server.withLock { $0.token += 1 }
    }
    #expect(try await transport.send(TransportRequest(url: .api)).status == 200)
    #expect(server.withLock { $0.used } == ["r1", "r3", "r5"])
  }

  @Test("without a refresh token, a refresh fails before anything is sent")
  func noToken() async throws {
    let stub = granting("{}")
    for old in [nil, AccessToken("a")] {
      await #expect(throws: NetworkRequestError.authenticationFailed(AuthenticationFailure(.noToken))) {
        try await client(stub).token(refreshing: old)
      }
    }
    #expect(stub.requests.isEmpty)
  }

  @Test("an endpoint that is not https is refused, unless it is on this machine; redirects are not followed")
  func endpoints() async throws {
    let response = #"{"access_token":"t","token_type":"Bearer"}"#
    for (endpoint, isGood) in [
      ("http://login.example.com/token", false), ("login.example.com/token", false), ("", false),
      ("https://login.example.com/token#x", false), ("http://localhost:8080/token", true),
      ("http://127.0.0.1:8080/token", true), ("http://[::1]/token", true),
    ] {
      let stub = granting(response)
      do throws(NetworkRequestError) {
        _ = try await client(stub, endpoint: endpoint).token(.clientCredentials())
        #expect(isGood, "\(endpoint)")
      } catch {
        #expect(error.kind == .invalidRequest && !isGood, "\(endpoint): \(error)")
        #expect(stub.requests.isEmpty)
      }
    }
    let moved = StubTransport { On.any().respond(.redirect(307, to: "https://evil.example/token")) }
    let error = await #expect(throws: NetworkRequestError.self) {
      try await client(moved, .body(secret: Secret("s"))).token(.clientCredentials())
    }
    #expect(error?.status == 307)
    #expect(moved.requests.count == 1)
  }

  @Test("a log shows no field of a grant of the program's own, but its scope")
  func ownGrant() async throws {
    let sink = CollectingSink()
    let login = StubTransport { On.any().respond(.status(400)) }.logged(to: sink)
    let grant = OAuthClient.Grant(
      type: "urn:ietf:params:oauth:grant-type:token-exchange",
      fields: ["subject_token": Canary.secret, "mfa_pin": Canary.secret, "scope": "todos"])
    let error = await #expect(throws: NetworkRequestError.self) {
      try await OAuthClient(tokenEndpoint: "https://login.example.com/token", id: "a", transport: login)
        .token(grant)
    }
    #expect(error?.status == 400 && !Canary.isHeard(in: error as Any))
    let texts = sink.entries.map { $0.text(.curl) }
    #expect(texts.contains { $0.contains("scope=todos") })
    #expect(!Canary.isHeard(in: texts))
  }

  @Test("the error for a malformed endpoint shows no password of its URL")
  func secretEndpoints() async throws {
    for endpoint in [
      "htps://ann:\(Canary.secret)@login.example.com/token", "ann:\(Canary.secret)@login.example.com",
    ] {
      let error = await #expect(throws: NetworkRequestError.self) {
        try await client(granting("{}"), endpoint: endpoint).token(.clientCredentials())
      }
      #expect(error?.kind == .invalidRequest)
      #expect(!Canary.isHeard(in: error as Any))
      let refusal = #expect(throws: NetworkRequestError.self) {
        try AuthorizationCodeRequest(endpoint: endpoint, clientID: "a", redirectURI: "app:/")
      }
      #expect(!Canary.isHeard(in: refusal as Any))
    }
  }
}
