import RequisiteTesting
import Testing

@testable import Requisite

@Suite("OAuth 2: authorization code with PKCE", .timeLimit(.minutes(1)))
struct AuthorizationCodeTests {
  private func request(
    verifier: Secret = .random(byteCount: 32)
  ) throws(NetworkRequestError) -> AuthorizationCodeRequest {
    try AuthorizationCodeRequest(
      endpoint: "https://login.example.com/authorize?tenant=1", clientID: "todos",
      redirectURI: "com.example.todos:/done", scope: ["todos", "profile"], parameters: ["prompt": "login"],
      verifier: verifier, state: Secret("xyz"))
  }

  @Test("the challenge of a verifier is that of RFC 7636, appendix B", .feature("A38", "F20"))
  func vector() throws {
    let secret = Secret("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
    let request = try request(verifier: secret)
    #expect(request.verifier == secret)
    #expect(request.query["code_challenge"] == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
  }

  @Test("a verifier has 43 to 128 unreserved characters, and each new one differs")
  func verifiers() throws {
    for text in [
      String(repeating: "a", count: 42), String(repeating: "a", count: 129),
      String(repeating: "a", count: 42) + "+",
    ] {
      let error = #expect(throws: NetworkRequestError.self) { try request(verifier: Secret(text)) }
      #expect(error?.description.contains("43 to 128") == true && error?.description.contains(text) == false)
    }
    #expect(throws: Never.self) { try request(verifier: Secret(String(repeating: "~", count: 128))) }
    #expect(Set(try (0..<100).map { _ in try request().verifier }).count == 100)
    #expect(try request().verifier.revealed.count == 64)
  }

  @Test("the query of the page to show has all parameters of the request and those of the endpoint")
  func url() throws {
    let request = try request()
    let query = request.query
    #expect(
      query.items.map(\.name) == [
        "tenant", "response_type", "client_id", "redirect_uri", "scope", "state", "code_challenge",
        "code_challenge_method", "prompt",
      ])
    #expect(query["redirect_uri"] == "com.example.todos:/done")
    #expect(query["scope"] == "todos profile")
    #expect(query["code_challenge"]?.count == 43)
    #expect(query["code_challenge_method"] == "S256")
  }

  @Test(
    "a parameter that cannot be written, or that the request writes itself, is an error that names it",
    arguments: [
      ("", ["max_age": Double.nan], "max_age"), ("", ["state": "1"], "state"), ("?state=1", [:], "state"),
      ("?a=1&client_id=x", [:], "client_id"),
      ("", ["prompt": "login", "redirect_uri": "a:/"], "redirect_uri"),
    ] as [(String, QueryParams, String)])
  func badParameters(query: String, parameters: QueryParams, name: String) throws {
    let error = #expect(throws: NetworkRequestError.self) {
      try AuthorizationCodeRequest(
        endpoint: "https://login.example.com/authorize\(query)", clientID: "todos",
        redirectURI: "com.example.todos:/done", parameters: parameters)
    }
    guard case .invalidRequest(let problem)? = error else { return #expect(Bool(false), "\(error as Any)") }
    #expect(problem.part == .query)
    #expect("\(problem)".contains("“\(name)”"))
  }

  @Test("the code of the callback is redeemed with the verifier", .feature("A38", "F20"))
  func redeeming() async throws {
    let stub = StubTransport {
      On(.post, "/token").respond(text: #"{"access_token":"a1","token_type":"Bearer","refresh_token":"r1"}"#)
    }
    let request = try request()
    let callback = try #require(URL(string: "com.example.todos:/done?code=Spl%2Fx&state=xyz"))
    let client = OAuthClient(
      tokenEndpoint: "https://login.example.com/token", id: "todos", transport: stub)
    let token = try await client.token(try request.grant(from: callback))
    #expect(token == AccessToken("a1", refreshToken: "r1"))
    let form = try #require(stub.requests.first).form
    #expect(form["grant_type"] == "authorization_code")
    #expect(form["code"] == "Spl/x")
    #expect(form["redirect_uri"] == "com.example.todos:/done")
    #expect(form["code_verifier"] == request.verifier.revealed)
  }

  @Test(
    "a callback with another state or URL, or with malformed parameters, is refused",
    arguments: [
      "com.example.todos:/done?code=c", "com.example.todos:/done?code=c&state=other",
      "com.example.todos:/done?state=xyz", "com.example.todos:/done?code=&state=xyz",
      "com.example.todos:/done?code=c&code=d&state=xyz", "com.example.todos:/done?code=c&state=xyz&state=xyz",
      "com.example.todos:/other?code=c&state=xyz", "com.evil.todos:/done?code=c&state=xyz",
      "com.example.todos:/done#code=c&state=xyz", "com.example.todos:/done?error=access_denied",
    ])
  func strangers(callback: String) throws {
    let request = try request()
    let url = try #require(URL(string: callback))
    let error = #expect(throws: NetworkRequestError.self) { try request.grant(from: url) }
    guard case .authenticationFailed(let failure) = error, case .malformedRedirect = failure.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(
    "with an issuer, a redirect of another server or of none is refused, also one with an error (RFC 9207)",
    arguments: [
      ("&iss=https%3A%2F%2Flogin.example.com", true), ("", false), ("&iss=https://login.example.com/", false),
      ("&iss=https://evil.example", false),
      ("&iss=https://login.example.com&iss=https://login.example.com", false),
    ])
  func issuers(item: String, isRight: Bool) throws {
    let request = try AuthorizationCodeRequest(
      endpoint: "https://login.example.com/authorize", clientID: "todos", redirectURI: "todos:/done",
      issuer: "https://login.example.com", state: Secret("xyz"))
    for result in ["code=c", "error=access_denied"] {
      let url = try #require(URL(string: "todos:/done?\(result)&state=xyz\(item)"))
      let outcome = Result { () throws(NetworkRequestError) in try request.grant(from: url) }
      var isMalformed = false
      if case .failure(.authenticationFailed(let failure)) = outcome,
        case .malformedRedirect = failure.reason
      {
        isMalformed = true
      }
      #expect(isMalformed == !isRight)
    }
  }

  @Test(
    "the path of a redirect URI counts from its first character, with a slash or without",
    arguments: ["todos:done", "todos:/done"])
  func wholePath(redirectURI: String) throws {
    let request = try AuthorizationCodeRequest(
      endpoint: "https://login.example.com/authorize", clientID: "todos", redirectURI: redirectURI,
      state: Secret("xyz"))
    let query = "?code=c&state=xyz"
    _ = try request.grant(from: #require(URL(string: redirectURI + query)))
    let stranger = try #require(URL(string: redirectURI.replacing("done", with: "gone") + query))
    #expect(throws: NetworkRequestError.self) { try request.grant(from: stranger) }
  }

  @Test("a refusal by the user or the server is the error of RFC 6749 §4.1.2.1")
  func denied() throws {
    let url = try #require(
      URL(string: "com.example.todos:/done?error=access_denied&error_description=not+now&state=xyz"))
    let request = try request()
    let error = #expect(throws: NetworkRequestError.self) { try request.grant(from: url) }
    #expect(error?.underlyingError as? OAuthError == OAuthError(.accessDenied, explanation: "not now"))
  }
}

extension AuthorizationCodeRequest {
  fileprivate var query: QueryParams { QueryParams(encoded: url.query(percentEncoded: true) ?? "") }
}
