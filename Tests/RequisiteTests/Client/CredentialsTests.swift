import RequisiteTesting
import TestSupport
import Testing

@Suite("A bearer token, and an environment with another transport", .timeLimit(.minutes(1)))
struct CredentialsTests {
  private let stub = StubTransport { On.any().respond(json: [Todo()]) }

  @Test("a token is sent only to the origin of the base URL, and not printed", .feature("A20", "A21"))
  func bearer() async throws {
    struct Elsewhere: Request {
      typealias ReturnType = [Todo]
      let path = URL.api("/todos", host: "other.example")
    }
    let client = APIClient(baseURL: "https://api.test", credentials: .bearer(Canary.secret), transport: stub)
    _ = try await client.dispatch(GetTodos())
    _ = try await client.dispatch(Elsewhere())
    #expect(stub.requests.map { $0.headers[.authorization] } == ["Bearer \(Canary.secret)", nil])
    #expect(!Canary.isHeard(in: client))
  }

  @Test("a user with a password, and a key, are sent as the authenticators of those names send them")
  func basicAndKey() async throws {
    let cases: [(Credentials, any Authenticator, HTTPHeaderName)] = [
      (
        .basic(user: "ann", password: Canary.secret), .basic(user: "ann", password: Canary.secret),
        .authorization
      ),
      (.apiKey(Canary.secret, header: "X-Api-Key"), .apiKey(Canary.secret, header: "X-Api-Key"), "X-Api-Key"),
    ]
    for (credentials, authenticator, name) in cases {
      let client = APIClient(baseURL: "https://api.test", credentials: credentials, transport: stub)
      _ = try await client.dispatch(GetTodos())
      let signed = stub.authenticated(with: authenticator, for: "https://api.test")
      _ = try await APIClient(baseURL: "https://api.test", transport: signed).dispatch(GetTodos())
      let sent = stub.requests.suffix(2).map { $0.headers[name] }
      #expect(sent[0] != nil && sent[0] == sent[1])
      #expect(!Canary.isHeard(in: client))
    }
    #expect(stub.requests.count == 4)
    for user in ["a:b", "a\n"] {
      let client = APIClient(
        baseURL: "https://api.test", credentials: .basic(user: user, password: "p"), transport: stub)
      let error = await #expect(throws: NetworkRequestError.self) { try await client.dispatch(GetTodos()) }
      #expect(error?.kind == .invalidRequest)
    }
    #expect(stub.requests.count == 4)
  }

  @Test("an authenticator takes a token from a secret")
  func secret() async throws {
    let transport = stub.authenticated(with: .bearer(Secret("t")), for: "https://api.test")
    _ = try await APIClient(baseURL: "https://api.test", transport: transport).dispatch(GetTodos())
    #expect(stub.requests.map { $0.headers[.authorization] } == ["Bearer t"])
  }

  @Test(
    "a client sends the requests of an environment through a stub instead of its transport", .feature("A25"))
  func transport() async throws {
    let environment = APIEnvironment(
      name: "Production", baseURL: "https://api.test/v1", transport: UnimplementedTransport(),
      headers: ["X-Tenant": "7"], credentials: .bearer("t"))
    let client = APIClient(
      environment: environment, transport: stub, options: RequestOptions(deadline: .seconds(9)))
    _ = try await client.dispatch(GetTodos())
    let sent = try #require(stub.requests.last)
    #expect(sent.url.absoluteString == "https://api.test/v1/todos")
    #expect(sent.headers["X-Tenant"] == "7" && sent.headers[.authorization] == "Bearer t")
    #expect(client.environment.name == "Production" && client.environment.transport is StubTransport)
    #expect(client.options.deadline == .seconds(9))
  }
}
