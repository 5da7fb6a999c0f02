import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("OAuth 2: the responses of real token endpoints", .timeLimit(.minutes(1)))
struct TokenResponseTests {
  private let now = Date(timeIntervalSince1970: 1_000_000)

  private func client(_ json: String, status: Int = 200, types: Set<String> = []) -> OAuthClient {
    let stub = StubTransport { On.any().respond(.json(text: json, status: status)) }
    return OAuthClient(
      tokenEndpoint: "https://login.test/token", id: "todos", transport: stub, tokenTypes: types,
      clock: CallClock(TestClock(), startingAt: now))
  }

  @Test(
    "each member beside access_token is read by itself", .feature("F42"),
    arguments: [
      (#""scope":["a","b"]"#, ["a", "b"], nil, nil), (#""scope":"a b""#, ["a", "b"], nil, nil),
      (#""scope":7"#, [], nil, nil), (#""scope":[]"#, [], nil, nil), (#""expires_in":-1"#, [], nil, nil),
      (#""expires_in":0"#, [], nil, nil), (#""expires_in":"0""#, [], nil, nil),
      (#""expires_in":"""#, [], nil, nil), (#""expires_in":99999999999"#, [], nil, nil),
      (#""expires_in":"2030-01-01T00:00:00Z""#, [], nil, nil), (#""expires_in":"60""#, [], 60, nil),
      (#""expires_in":60.5"#, [], 60.5, nil), (#""expires_in":null"#, [], nil, nil),
      (#""refresh_token":false"#, [], nil, nil), (#""refresh_token":"""#, [], nil, nil),
      (#""refresh_token":"r","scope":{},"expires_in":[]"#, [], nil, "r"),
      (#""error":null,"x":1"#, [], nil, nil),
    ] as [(String, [String], Double?, String?)])
  func members(json: String, scope: [String], lifetime: Double?, refresh: String?) async throws {
    let token = try await client(#"{"access_token":"t","token_type":"bearer",\#(json)}"#).token(
      .clientCredentials())
    #expect(token.value == Secret("t") && token.scope == scope)
    #expect(token.expiry == lifetime.map { now.addingTimeInterval($0) })
    #expect(token.refreshToken == refresh.map(Secret.init))
  }

  @Test(
    "a token without a type is a bearer token", .feature("F42"),
    arguments: ["", #","token_type":"""#, #","token_type":null"#])
  func untyped(json: String) async throws {
    let response = try await client(#"{"access_token":"t"\#(json)}"#).response(to: .clientCredentials())
    #expect(response.token.value == Secret("t") && response.type == "Bearer")
  }

  @Test("another type is refused, unless it is named; the error says so", .feature("F42"))
  func types() async throws {
    let json = #"{"access_token":"t","token_type":"Bot"}"#
    let error = await #expect(throws: NetworkRequestError.self) {
      try await client(json).token(.clientCredentials())
    }
    #expect(error?.description.contains("tokenTypes") == true)
    let response = try await client(json, types: ["bot"]).response(to: .clientCredentials())
    #expect(response.type == "Bot")
  }

  @Test("an id token and other members can be read, and are not printed", .feature("F42"))
  func others() async throws {
    let json =
      #"{"access_token":"\#(Canary.secret)","id_token":"\#(Canary.secret)","team":{"id":"T1"},"n":3}"#
    let response = try await client(json).response(to: .clientCredentials())
    #expect(response.idToken == Secret(Canary.secret))
    #expect(response.member("n", as: Int.self) == 3)
    #expect(response.member("team", as: [String: String].self) == ["id": "T1"])
    #expect(response.member("n", as: String.self) == nil && response.member("x", as: Int.self) == nil)
    #expect(!Canary.isHeard(in: response))
  }

  @Test(
    "an OAuth error is read by itself, whatever stands beside it", .feature("F42"),
    arguments: [
      #""scope":[]"#, #""error_description":{}"#, #""expires_in":"x","access_token":null"#, #""error_uri":1"#,
    ])
  func errors(json: String) async throws {
    let error = await #expect(throws: NetworkRequestError.self) {
      try await client(#"{"error":"invalid_grant",\#(json)}"#, status: 400).token(.clientCredentials())
    }
    #expect((error?.underlyingError as? OAuthError)?.code == .invalidGrant)
  }

  @Test(
    "without access_token there is no token",
    arguments: ["{}", "[]", #"{"access_token":7}"#, #"{"access_token":""}"#, "x"])
  func none(json: String) async throws {
    let error = await #expect(throws: NetworkRequestError.self) {
      try await client(json).token(.clientCredentials())
    }
    #expect(error?.kind == .authenticationFailed)
  }

  @Test(
    "a callback is compared by RFC 3986 §6.2.2 and §6.2.3", .feature("F42"),
    arguments: [
      ("MyApp://callback", "myapp://callback", true), ("https://H.test/a", "https://h.test/a", true),
      ("https://h.test", "https://h.test/", true), ("https://h.test:443/a", "https://h.test/a", true),
      ("http://h.test/a", "http://h.test:80/a", true),
      ("https://h.test/%7Ea%2f", "https://h.test/~a%2F", true),
      ("https://h.test/a/../b", "https://h.test/b", true), ("myapp://callback/", "myapp://callback", true),
      ("com.x:/done", "COM.X:/done", true), ("https://h.test/A", "https://h.test/a", false),
      ("https://h.test:444/", "https://h.test/", false), ("https://h.test/a", "https://h.test/a/", false),
      ("https://h.test/a", "http://h.test/a", false), ("https://h.test/a%2Fb", "https://h.test/a/b", false),
      ("https://u@h.test/", "https://h.test/", false), ("com.x:/done", "com.x:/Done", false),
    ])
  func redirectURIs(registered: String, received: String, isEqual: Bool) throws {
    let request = try AuthorizationCodeRequest(
      endpoint: "https://login.test/authorize", clientID: "todos", redirectURI: registered,
      state: Secret("xyz"))
    let callback = try #require(URL(string: "\(received)?code=c&state=xyz"))
    let grant = Result { () throws(NetworkRequestError) in try request.grant(from: callback) }
    #expect((try? grant.get()) != nil ? isEqual : !isEqual, "\(grant)")
    let forged = try #require(URL(string: "\(received)?code=c&state=other"))
    #expect(throws: NetworkRequestError.self) { try request.grant(from: forged) }
  }
}
