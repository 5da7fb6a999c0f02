import RequisiteTesting
import TestSupport
import Testing

@Suite("Clients", .timeLimit(.minutes(1)))
struct ClientTests {
  @Test("a client has a base URL and a custom dispatcher, or the platform's", .feature("E15"))
  func dispatcher() async throws {
    let stub = StubTransport { On(.get, "/todos").respond(json: [Todo()]) }
    let dispatcher = NetworkDispatcher(transport: stub)
    let client = APIClient(baseURL: "https://api.test", networkDispatcher: dispatcher)
    #expect(try await client.dispatch(GetTodos()) == [Todo()])
    let url = try #require(URL(string: "https://api.test"))
    #expect(
      try await APIClient(baseURL: url, networkDispatcher: dispatcher).dispatch(GetTodos()) == [Todo()])
    let server = try FaultServer.answering(body: "[]", headers: ["Content-Type: application/json"])
    defer { server.stop() }
    #expect(try await APIClient(baseURL: server.url("")).dispatch(GetTodos()) == [])
    #expect(server.received.map(\.requestLine) == ["GET /todos HTTP/1.1"])
  }

  /// Processes every request on its way: it is stamped, and one without a stamp is refused.
  struct Stamping: Transport {
    struct Unstamped: Error, Equatable {}
    let upstream: any Transport
    let stamp: String?
    func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
      guard let stamp else { throw .unknownError(NetworkRequestError.UnknownFailure(Unstamped())) }
      var request = request
      request.headers["X-Stamp"] = stamp
      return try await upstream.send(request)
    }
  }

  @Test("a client can process its requests by a custom transport, which can refuse them", .feature("D17"))
  func requestProcessing() async throws {
    let stub = StubTransport { On.any().respond(json: [Todo()]) }
    let stamping = APIClient(
      baseURL: "https://api.test", transport: Stamping(upstream: stub, stamp: "7"))
    _ = try await stamping.dispatch(GetTodos())
    #expect(stub.requests.map { $0.headers["X-Stamp"] } == ["7"])
    let refusing = APIClient(
      baseURL: "https://api.test", transport: Stamping(upstream: stub, stamp: nil))
    let error = try await refusing.failure(of: GetTodos())
    #expect(error.underlyingError as? Stamping.Unstamped == Stamping.Unstamped())
    #expect(stub.requests.count == 1)
  }

  @Test(
    "a dispatcher has a session, request processing and response processing; each has a default",
    .feature("D25", "E13"))
  func processors() async throws {
    let server = try FaultServer.answering(
      "HTTP/1.1 202 Accepted\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n[]")
    defer { server.stop() }
    let session = URLSession(configuration: .ephemeral)
    let dispatcher = NetworkDispatcher(
      transport: Stamping(upstream: URLSessionTransport(session), stamp: "7"),
      statusMapping: StatusMapping { $0.status == 202 ? .unexpectedStatus($0) : nil })
    let client = APIClient(baseURL: server.url(""), networkDispatcher: dispatcher)
    #expect(try await client.failure(of: GetTodos()).kind == .unexpectedStatus)
    for dispatcher in [NetworkDispatcher(urlSession: session), NetworkDispatcher()] {
      let client = APIClient(baseURL: server.url(""), networkDispatcher: dispatcher)
      #expect(try await client.dispatch(GetTodos()) == [])
    }
    #expect(server.received.map { $0.header("X-Stamp") } == ["7", nil, nil])
  }

  @Test("a dispatcher sends a request built by hand, and decodes the given type", .feature("E14", "B8"))
  func byHand() async throws {
    let dispatcher = NetworkDispatcher(
      transport: StubTransport { On(.get, "/todos").respond(json: [Todo()]) })
    let request = try TransportRequest(authority: "api.test", path: "/todos")
    let todos: [Todo] = try await dispatcher.send(request).decoded()
    #expect(todos == [Todo()])
    #expect(try await dispatcher.send(request).status == 200)
  }

  @Test("a request that cannot be built is an error, and nothing is sent", .feature("A24", "D19", "E16"))
  func unbuildable() async throws {
    for base in ["", "nowhere", "ftp://api.test", "https://", "https://api.test?q=1"] {
      let client = APIClient(baseURL: base, transport: UnimplementedTransport())
      #expect(try await client.failure(of: GetTodos()).kind == .invalidRequest)
    }
  }

  @Test("each option of a request wins over that of its client", .feature("C24", "E3"))
  func options() async throws {
    struct Patient: Request {
      typealias ReturnType = [Todo]
      let path = "/todos"
      let options = RequestOptions(timeout: .seconds(5))
    }
    let stub = StubTransport { On.any().respond(json: [Todo()]) }
    let client = APIClient.testing(
      stub, options: RequestOptions(timeout: .seconds(30), deadline: .seconds(60)))
    _ = try await client.dispatch(Patient())
    _ = try await client.dispatch(GetTodos())
    #expect(stub.requests.map(\.options.timeout) == [.seconds(5), .seconds(30)])
    #expect(stub.requests.map(\.options.deadline) == [.seconds(60), .seconds(60)])
    #expect(RequestOptions().timeout == .seconds(60))
  }

  @Test("several clients share one stack", .feature("C37"))
  func sharedStack() async throws {
    let stub = StubTransport {
      On("https://todos.test/todos").respond(json: [Todo()])
      On("https://news.test/value").respond(json: 7)
    }
    let shared = NetworkDispatcher(transport: stub)
    let todos = APIClient(baseURL: "https://todos.test", networkDispatcher: shared)
    let news = APIClient(baseURL: "https://news.test", networkDispatcher: shared)
    #expect(try await todos.dispatch(GetTodos()).count == 1)
    #expect(try await news.dispatch(Fetch<Int>()) == 7)
    try stub.verify()
  }

  /// An API as a struct of closures: live, for tests, and not injected.
  struct TodoService: Sendable {
    var all: @Sendable () async throws(NetworkRequestError) -> [Todo]

    static func live(_ client: APIClient) -> TodoService {
      TodoService { () async throws(NetworkRequestError) in try await client.dispatch(GetTodos()) }
    }
    static let testing = TodoService { () async throws(NetworkRequestError) in [Todo(id: 7)] }
    static let unimplemented = live(.testing(UnimplementedTransport("TodoService")))
  }

  @Test("an API as a struct of closures has live, test and unimplemented values", .feature("C39", "C40"))
  func closures() async throws {
    #expect(try await TodoService.live(.answering(.json([Todo()]))).all() == [Todo()])
    #expect(try await TodoService.testing.all().map(\.id) == [7])
    let error = await #expect(throws: NetworkRequestError.self) { try await TodoService.unimplemented.all() }
    #expect(error?.description.contains("TodoService") == true)
  }

  @Test("each call has its own id, which redirects keep", .feature("C19"))
  func ids() async throws {
    let stub = StubTransport {
      On("/todos").respond(.redirect(307, to: "/moved"))
      On("/moved").respond(json: [Todo()])
    }
    let client = APIClient.testing(stub)
    _ = try await client.dispatch(GetTodos())
    _ = try await client.dispatch(GetTodos())
    let ids = stub.requests.map(\.id)
    #expect(ids[0] == ids[1] && ids[2] == ids[3] && ids[0] != ids[2])
    #expect(ids[0].description.count == 32)
  }
}
