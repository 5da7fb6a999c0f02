import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("Secrets of authentication", .timeLimit(.minutes(1)))
struct SecrecyTests {
  private let canary = Canary.secret

  @Test("values that contain secrets are printed without them")
  func values() throws {
    let secret = Secret(canary)
    let verifier = Secret(canary + String(repeating: "x", count: 40))
    let client = OAuthClient(tokenEndpoint: "", id: "", authentication: .header(secret: secret))
    let challenge = try #require(
      AuthenticationChallenge.list(#"Digest realm="r", nonce="n", qop=auth"#).first.flatMap(
        DigestChallenge.init))
    let session = DigestSession(challenge, user: "u", password: secret, clientNonce: "c")
    let hash = DigestAuthenticator.Algorithm.md5.hash(["u", "r", canary])
    let code = try AuthorizationCodeRequest(
      endpoint: "https://login.example.com", clientID: "", redirectURI: "", verifier: verifier, state: secret)
    let token = AccessToken(canary, refreshToken: canary, scope: ["all"])
    let values: [Any] = [
      secret, [secret], Optional(secret) as Any, verifier, client, session, code, token,
      MemoryTokenStore(token),
      FixedAuthenticator.bearer(canary), FixedAuthenticator(in: .query("k")) { secret },
      DigestAuthenticator(user: "u", password: canary), OAuthClient.Grant.refreshToken(secret),
      BearerAuthenticator(store: MemoryTokenStore(token)) { _ in token },
    ]
    for value in values {
      #expect(!Canary.isHeard(in: value))
      #expect(!Canary.speak(value).contains(hash))
    }
    #expect(secret.revealed == canary)
  }

  @Test("the identity of a user is not the credential")
  func identities() async throws {
    let request = TransportRequest(url: .api)
    var signed = request
    signed.headers["X-App"] = canary
    let authenticators: [any Authenticator] = [
      DigestAuthenticator(user: "u", password: canary), .basic(user: "u", password: canary), .bearer(canary),
      .apiKey(canary, header: "X-App"), .apiKey(canary, query: "key"),
      BearerAuthenticator(store: MemoryTokenStore(AccessToken(canary))) { _ in AccessToken(canary) },
    ]
    for authenticator in authenticators {
      let identity = try #require(await authenticator.identity(of: request))
      #expect(!identity.isEmpty && !identity.contains(canary))
      #expect(await authenticator.identity(of: signed)?.contains(canary) == false)
    }
    let first = await DigestAuthenticator(user: "u", password: "p").identity(of: request)
    #expect(await DigestAuthenticator(user: "u", password: "p").identity(of: request) == first)
    #expect(await DigestAuthenticator(user: "u", password: "q").identity(of: request) != first)
  }

  @Test(
    "errors and responses have the request before authentication, without a key in its query or a token in a field"
  )
  func outcomes() async throws {
    let failing = StubTransport { On.any().fail(.timedOut) }
    let refusing = StubTransport { On.any().respond(status: 403) }
    let authenticators: [any Authenticator] = [
      .apiKey(canary, query: "appid"), .apiKey(canary, header: "X-App"), .bearer(canary),
      .basic(user: "u", password: canary),
    ]
    let basic = Authorization.basic(user: "u", password: canary).headerValue.dropFirst(6)
    for authenticator in authenticators {
      for stub in [failing, refusing] {
        let dispatcher = NetworkDispatcher(transport: authenticated(stub, authenticator))
        let error = await #expect(throws: NetworkRequestError.self) {
          try await dispatcher.send(TransportRequest(url: .api("/todos?q=1")))
        }
        let thrown = try #require(error)
        #expect(!Canary.isHeard(in: thrown) && !Canary.speak(thrown).contains(basic))
        #expect(thrown.request?.url == .api("/todos?q=1"))
        #expect(thrown.request?.headers.isEmpty == true)
        #expect(thrown.response.map { $0.url == .api("/todos?q=1") } ?? true)
      }
    }
    #expect(refusing.requests.count == 4)
  }

  @Test("an error of any case thrown by a lower layer has the request before authentication")
  func cases() async throws {
    let request = TransportRequest(url: .api("/todos"))
    for thrown in try SecretsTests.errors() where thrown.request != nil {
      let below = FailingTransport(error: thrown)
      let signed = try await FixedAuthenticator.apiKey(canary, query: "appid").authenticate(request)
      let error = await #expect(throws: NetworkRequestError.self) { try await below.send(signed) }
      let told = try #require(error).labelled(for: request, sentAs: signed)
      #expect(told.kind == thrown.kind)
      #expect(told.request?.url == request.url && !Canary.isHeard(in: told), "\(thrown.kind)")
    }
  }

  /// Fails with an error of a kind, of the request that it gets.
  private struct FailingTransport: Transport {
    let error: NetworkRequestError

    func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
      guard let other = error.request else { throw error }
      let moved = TransportRequest(url: other.url, id: other.id)
      throw error.labelled(for: request, sentAs: moved)
    }
  }

  private func authenticated(_ stub: StubTransport, _ authenticator: some Authenticator) -> any Transport {
    stub.authenticated(with: authenticator, for: URL.api)
  }

  @Test("a lower layer, which sees the credential, prints the request without it")
  func below() async throws {
    let recorder = Recorder()
    let stub = StubTransport { On.any().respond(status: 200) }
    let inner = stub.recorded(by: recorder)
    for authenticator in [
      FixedAuthenticator.apiKey(canary, query: "appid"), .apiKey(canary, header: "X-App"),
    ] {
      _ = try await inner.authenticated(with: authenticator, for: URL.api).send(TransportRequest(url: .api))
    }
    for request in recorder.requests {
      #expect(!request.request.description.contains(canary))
      #expect(!request.request.prettyPrinted.contains(canary))
    }
    #expect(recorder.requests.count == 2)
  }
}
