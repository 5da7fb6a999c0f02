import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("Stacks of transports", .timeLimit(.minutes(3)))
struct StackTests {
  @Test(
    "a stack reads as a chain, the outermost last; responses travel back through all of it",
    .feature("C5", "C6"))
  func chain() async throws {
    let (inner, outer, clock) = (Recorder(), Recorder(), TestClock())
    let stub = StubTransport {
      On(.get, "/todos").respond(.status(503), .status(503), .json([Todo()]))
    }
    let stack =
      stub
      .recorded(by: inner)
      .retried(.constant(), clock: CallClock(clock))
      .recorded(by: outer)
    let todos = try await clock.run { try await APIClient.testing(stack).dispatch(GetTodos()) }
    #expect(todos == [Todo()])
    #expect(inner.exchanges.map(\.status) == [503, 503, 200])
    #expect(outer.exchanges.map(\.status) == [200])
  }

  @Test("a URLSession sends a request by itself, with its own configuration", .feature("B20"))
  func session() async throws {
    let server = try FaultServer.answering(
      body: #"[{"id":1,"title":"Test","completed":false}]"#, headers: ["Content-Type: application/json"])
    defer { server.stop() }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpAdditionalHeaders = ["X-Of-Session": "mine"]
    let session = URLSession(configuration: configuration)
    let todos = try await session.dispatch(GetTodos(), baseURL: server.url(""))
    #expect(todos == [Todo()])
    #expect(server.received.map(\.requestLine) == ["GET /todos HTTP/1.1"])
    #expect(server.received.map { $0.header("X-Of-Session") } == ["mine"])
  }

  @Test("any transport sends a request by itself, a stub or a stack as well as a session", .feature("B20"))
  func anyTransport() async throws {
    let stub = StubTransport {
      On("https://api.test/v1/todos").respond(.json([Todo()]), .status(503), .json([Todo(id: 2)]))
    }
    #expect(try await stub.dispatch(GetTodos(), baseURL: "https://api.test/v1") == [Todo()])
    let stack = stub.retried(.immediate(attempts: 2))
    #expect(try await stack.dispatch(GetTodos(), baseURL: "https://api.test/v1") == [Todo(id: 2)])
    try stub.verify()
  }

  @Test(
    "a transport needs no base URL for a whole URL, nor if the stack sets the host", .feature("B20", "C23"))
  func withoutBase() async throws {
    let stub = StubTransport {
      On("https://h.test/all?x=1").respond(json: [Todo()])
      On("https://api.test/todos").respond(json: [Todo(id: 2)])
    }
    let url = try #require(URL(string: "https://h.test/all?x=1"))
    #expect(try await stub.dispatch(Endpoint<[Todo]>.get(.url(url))) == [Todo()])
    #expect(try await stub.authority("api.test").dispatch(GetTodos()) == [Todo(id: 2)])
  }

  @Test(
    "a layer of the user's own has a side effect on a response, which reaches the caller unchanged",
    .feature("E23"))
  func sideEffect() async throws {
    struct SignOut: Transport {
      let upstream: any Transport
      let log: Log

      func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
        let response = try await upstream.send(request)
        if response.status == 401 { log.add("signed out") }
        return response
      }
    }
    let log = Log()
    let stub = StubTransport { On.any().respond(.json([Todo()]), .text("expired", status: 401)) }
    let client = APIClient.testing(SignOut(upstream: stub, log: log))
    #expect(try await client.dispatch(GetTodos()) == [Todo()])
    #expect(log.lines.isEmpty)
    let error = try await client.failure(of: GetTodos())
    #expect(error.kind == .unauthorized && error.response?.data == Data("expired".utf8))
    #expect(log.lines == ["signed out"])
  }

  @Test(
    "endpoints are declared in one place with their type, and constrained factories create requests of that type",
    .feature("A1", "A5", "C36")
  )
  func factories() async throws {
    let stub = StubTransport { On(.get, "/todos/*").respond(json: Todo(id: 7)) }
    let client = APIClient.testing(stub)
    // The type of the endpoint decides that of the value, and the type that is wanted finds the factory.
    let inferred = try await client.dispatch(Endpoint.todo(7))
    let title: String = inferred.title
    let wanted: Todo = try await client.dispatch(.todo(8))
    #expect(inferred == wanted && title == wanted.title)
    #expect(stub.requests.map(\.url.path) == ["/todos/7", "/todos/8"])
  }

  @Test(
    "the manifest names all of Apple's platforms; changelog and documentation are kept by version",
    .feature("C42"))
  func platforms() throws {
    let manifest = try String(
      contentsOf: Repository.root.appendingPathComponent("Package.swift"), encoding: .utf8)
    for platform in [".macOS(.v13)", ".iOS(.v16)", ".tvOS(.v16)", ".watchOS(.v9)", ".visionOS(.v1)"] {
      #expect(manifest.contains(platform))
    }
    let changelog = try String(
      contentsOf: Repository.root.appendingPathComponent("CHANGELOG.md"), encoding: .utf8)
    #expect(changelog.contains("\n## [\(LibraryVersion.text)]"))
    let index = try String(contentsOf: Repository.root.appendingPathComponent(".spi.yml"), encoding: .utf8)
    #expect(index.contains(/documentation_targets: \[Requisite, .*RequisiteTesting, RequisiteWebSocket\]/))
  }
}

extension Endpoint where ReturnType == Todo {
  fileprivate static func todo(_ id: Int) -> Endpoint { .get("/todos/\(id)") }
}
