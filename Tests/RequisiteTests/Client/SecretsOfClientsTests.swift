import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

/// Everything that a client can be made of, with a secret wherever one can be, and dumped.
@Suite("Clients do not expose secrets", .timeLimit(.minutes(3)))
struct SecretsOfClientsTests {
  private static let secret = Canary.secret
  private static let origin = "https://api.test"

  private static func authenticators() throws -> [any Authenticator] {
    let token = AccessToken(secret, refreshToken: secret)
    let client = OAuthClient(
      tokenEndpoint: "https://ann:\(secret)@login.test/token", id: "app",
      authentication: .header(secret: Secret(secret)))
    let refreshing: BearerAuthenticator = .refreshing(with: client, store: MemoryTokenStore(token))
    return [
      .bearer(secret), .basic(user: "ann", password: secret), .apiKey(secret, header: "X-App"),
      .apiKey(secret, query: "key"), DigestAuthenticator(user: "ann", password: secret), refreshing,
      BearerAuthenticator(store: MemoryTokenStore(token)) { _ in token },
    ]
  }

  /// The terminal transport of the platform with a secret in each setting that can have one.
  private static func terminals() throws -> [any Transport] {
    let proxy = try #require(URL(string: "http://ann:\(secret)@127.0.0.1:1"))
    let pem = Data(secret.utf8)
    let certificates: [TransportConfiguration.TLS.ClientCertificate] = [
      .files(certificate: "a.pem", key: "a.key", password: secret),
      .pem(certificate: Data(), key: pem, password: secret),
    ]
    var terminals: [any Transport] = [StubTransport { On.any().respond(.json(["a": secret])) }]
    terminals += try PlatformSecrets.terminals(proxy, certificates)
    return terminals
  }

  private static func stack(_ terminal: any Transport, _ authenticator: any Authenticator) throws
    -> any Transport
  {
    let jar = CookieJar()
    try jar.insert(Cookie("id", secret, domain: "api.test"))
    var stack = StandardStack(on: terminal)
    stack.authenticator = authenticator
    stack.authenticatedOrigins = [BaseURL("https://ann:\(secret)@api.test")]
    stack.retry = .never
    stack.circuitBreaker = CircuitBreaker()
    return stack.transport.cookies(in: jar).headers(["Authorization": "Bearer \(secret)"]).hedged(
      after: .seconds(1)
    )
    .deadline(.seconds(5))
  }

  /// Whether a value prints the secret as text, or as the numbers of its bytes.
  private static func tells(_ value: Any) -> Bool {
    let text = Canary.speak(value)
    let numbers = Data(secret.utf8).map { "\($0)" }
    return text.contains(secret) || text.contains(numbers.joined(separator: ", "))
  }

  @Test("whatever a client is made of, before and after a call", .feature("C41", "F9"))
  func clients() async throws {
    for terminal in try Self.terminals() {
      for authenticator in try Self.authenticators() {
        let options = RequestOptions(deadline: .seconds(5)).with(\.redaction, .standard.hiding(["x-tenant"]))
        let client = APIClient(
          baseURL: "https://ann:\(Self.secret)@api.test/v1",
          headers: ["Authorization": "\(Self.secret)", "Cookie": "id=\(Self.secret)"],
          credentials: .bearer(Self.secret), transport: try Self.stack(terminal, authenticator),
          options: options)
        #expect(!Self.tells(client), "\(type(of: terminal)), \(type(of: authenticator))")
        let call = await Result.awaiting { () async throws(NetworkRequestError) in
          try await client.response(for: Endpoint<Data>.get("/a"))
        }
        #expect(!Self.tells(call))
        #expect(!Self.tells(client) && !Self.tells(terminal) && !Self.tells(authenticator))
      }
    }
  }
}

#if os(Linux)
  private enum PlatformSecrets {
    static func terminals(
      _ proxy: URL, _ certificates: [TransportConfiguration.TLS.ClientCertificate]
    ) throws -> [any Transport] {
      certificates.map { certificate in
        var configuration = CurlTransport.Configuration()
        configuration.proxy = .server(proxy, except: [])
        configuration.tls.clientCertificate = certificate
        return CurlTransport(configuration)
      }
    }
  }
#else
  private enum PlatformSecrets {
    static func terminals(
      _ proxy: URL, _ certificates: [TransportConfiguration.TLS.ClientCertificate]
    ) throws -> [any Transport] { [] }
  }
#endif
