import RequisiteTesting
import TestSupport
import Testing

@Suite("Environments", .timeLimit(.minutes(1)))
struct EnvironmentTests {
  private let stub = StubTransport { On.any().respond(json: [Todo()]) }

  struct Elsewhere: Request {
    typealias ReturnType = [Todo]
    let path: URL
  }
  struct Keyed: Request {
    typealias ReturnType = [Todo]
    let path = "/todos"
    let headers = ["x-api-key": "of the request", "Accept": "text/plain"]
    let options = RequestOptions().with(\.checksContentType, false)
  }

  private func environment(
    _ name: String = "Testing", _ base: String = "https://api.test/v1", credentials: Credentials? = nil
  ) -> APIEnvironment {
    APIEnvironment(
      name: name, baseURL: base, transport: stub,
      headers: [.userAgent: "todos/1.0", "X-Tenant-Token": "t1"], credentials: credentials)
  }

  @Test(
    "have a name and a base URL, whose path is kept; requests have only paths", .feature("A17", "A23", "D14"))
  func base() async throws {
    let client = APIClient(environment: environment())
    _ = try await client.dispatch(GetTodos())
    #expect(stub.requests.map(\.url.absoluteString) == ["https://api.test/v1/todos"])
    #expect(client.environment.name == "Testing")
    #expect("\(client.environment)" == "Testing (https://api.test/v1)")
    #expect(APIEnvironment(baseURL: "https://api.test").name == "https://api.test")
  }

  @Test("several environments can exist, and each client uses its own", .feature("A18"))
  func several() async throws {
    let environments = [
      environment("Production", "https://api.test"), environment("Staging", "https://staging.test/v2"),
    ]
    for environment in environments {
      _ = try await APIClient(environment: environment).dispatch(GetTodos())
    }
    #expect(
      stub.requests.map(\.url.absoluteString) == ["https://api.test/todos", "https://staging.test/v2/todos"])
  }

  @Test("the environment is switched by name while the program runs", .feature("A25"))
  func switched() async throws {
    let choices = [
      environment("Production", "https://api.test"), environment("Staging", "https://staging.test/v2"),
    ]
    var client = APIClient(environment: choices[0])
    _ = try await client.dispatch(GetTodos())
    for name in ["Staging", "Production"] {
      client = APIClient(environment: try #require(choices.first { $0.name == name }))
      #expect(client.environment.name == name)
      _ = try await client.dispatch(GetTodos())
    }
    #expect(
      stub.requests.map(\.url.absoluteString) == [
        "https://api.test/todos", "https://staging.test/v2/todos", "https://api.test/todos",
      ])
  }

  #if DEBUG
    @Test("can exist only in debug builds, and get their requests", .feature("A22"))
    func debugOnly() async throws {
      _ = try await APIClient(environment: .debug(stub)).dispatch(GetTodos())
      #expect(stub.requests.map(\.url.absoluteString) == ["http://127.0.0.1:8080/todos"])
    }
  #endif

  @Test("can have a URLSession with its own configuration, which stores no responses", .feature("A19", "E13"))
  func session() async throws {
    let server = try FaultServer.answering(
      body: "[]", headers: ["Content-Type: application/json", "Cache-Control: max-age=3600"])
    defer { server.stop() }
    for name in ["production", "testing"] {
      let session = session(named: name)
      let client = APIClient(environment: APIEnvironment(baseURL: server.url(""), session: session))
      #expect(try await client.dispatch(GetTodos()) == [])
      let dispatcher = NetworkDispatcher(urlSession: session)
      let other = APIClient(baseURL: server.url(""), networkDispatcher: dispatcher)
      #expect(try await other.dispatch(GetTodos()) == [])
    }
    #expect(
      server.received.map { $0.header("X-Of-Session") } == [
        "production", "production", "testing", "testing",
      ])
  }

  private func session(named name: String) -> URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.requestCachePolicy = .reloadIgnoringLocalAndRemoteCacheData
    configuration.httpAdditionalHeaders = ["X-Of-Session": name]
    return URLSession(configuration: configuration)
  }

  @Test(
    "send header fields with every request, and the request's own win, in any case of letters",
    .feature("C23", "D18", "E23"))
  func headers() async throws {
    let client = APIClient(
      environment: environment(credentials: Credentials { ["X-Api-Key": "of the environment"] }))
    _ = try await client.dispatch(GetTodos())
    _ = try await client.dispatch(Keyed())
    let (first, second) = (stub.requests[0].headers, stub.requests[1].headers)
    #expect(first[.userAgent] == "todos/1.0")
    #expect(first[.accept] == "application/json")
    #expect(first["X-Api-Key"] == "of the environment")
    #expect(second.values(for: "X-Api-Key") == ["of the request"])
    #expect(second.values(for: .accept) == ["text/plain"])
  }

  @Test("a client with only a base URL can have credentials for that origin", .feature("A20"))
  func clientCredentials() async throws {
    let keys = Credentials { ["X-Api-Key": "canary-7f3a"] }
    for client in [
      APIClient(baseURL: "https://api.test", credentials: keys, transport: stub),
      APIClient(
        baseURL: "https://api.test", credentials: keys, networkDispatcher: NetworkDispatcher(transport: stub)),
    ] {
      _ = try await client.dispatch(GetTodos())
      _ = try await client.dispatch(Elsewhere(path: try #require(URL(string: "https://other.test/"))))
    }
    #expect(stub.requests.map { $0.headers["X-Api-Key"] } == ["canary-7f3a", nil, "canary-7f3a", nil])
  }

  @Test("a key is in no text of the call, whatever the name of its field", .feature("A20", "A21"))
  func hiddenKeys() async throws {
    let keys = Credentials { ["X-Partner": "canary-7f3a"] }
    let client = APIClient(
      baseURL: "https://api.test", credentials: keys,
      transport: StubTransport { On.any().respond(status: 500) })
    let error = try await client.failure(of: GetTodos())
    let request = try #require(error.request)
    #expect(request.headers["X-Partner"] == "canary-7f3a")
    var dumped = ""
    dump(error, to: &dumped)
    for text in ["\(error)", dumped, request.curlCommand] {
      #expect(!text.contains("canary-7f3a"))
    }
  }

  @Test("fetch their keys for each call, and nothing is sent if that fails", .feature("A20", "A21", "C41"))
  func credentials() async throws {
    struct KeychainIsLocked: Error, Equatable {}
    let log = Log()
    let keys = Credentials {
      log.add("asked")
      guard log.lines.count < 3 else { throw KeychainIsLocked() }
      return ["X-Api-Key": "key \(log.lines.count)"]
    }
    let client = APIClient(environment: environment(credentials: keys))
    _ = try await client.dispatch(GetTodos())
    _ = try await client.dispatch(GetTodos())
    let error = try await client.failure(of: GetTodos())
    #expect(error.underlyingError as? KeychainIsLocked == KeychainIsLocked())
    #expect(stub.requests.map { $0.headers["X-Api-Key"] } == ["key 1", "key 2"])
    let broken = APIClient(environment: environment(credentials: Credentials { ["X-Api-Key": "a\r\nb"] }))
    #expect(try await broken.failure(of: GetTodos()).kind == .invalidRequest)
    #expect(stub.requests.count == 2)
  }

  @Test(
    "send keys and secret fields only to their own origin", .feature("A21", "C41"),
    arguments: [
      ("https://api.test/other", true), ("HTTPS://API.test:443/other", true),
      ("https://api.test:8443/other", false),
      ("http://api.test/other", false), ("https://other.test/", false),
      ("https://api.test.other.test/", false),
    ])
  func origin(url: String, isOwn: Bool) async throws {
    let client = APIClient(
      environment: environment(credentials: Credentials { ["X-Api-Key": "canary-7f3a"] }))
    _ = try await client.dispatch(Elsewhere(path: try #require(URL(string: url))))
    let sent = try #require(stub.requests.first)
    #expect(sent.headers.contains("X-Api-Key") == isOwn)
    #expect(sent.headers.contains("X-Tenant-Token") == isOwn)
    #expect(sent.headers[.userAgent] == "todos/1.0")
  }
}

#if DEBUG
  extension APIEnvironment {
    /// An environment that release builds do not have.
    fileprivate static func debug(_ transport: any Transport) -> APIEnvironment {
      APIEnvironment(name: "Local", baseURL: "http://127.0.0.1:8080", transport: transport)
    }
  }
#endif
