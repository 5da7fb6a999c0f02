import RequisiteTesting
import TestSupport
import Testing

@Suite("Stacks of transports", .timeLimit(.minutes(1)))
struct StackTests {
  @Test("C5, C6: a stack reads as a chain, the outermost last; responses travel back through all of it")
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

  @Test("B20: a URLSession sends a request by itself")
  func session() async throws {
    let server = try FaultServer.answering(
      body: #"[{"id":1,"title":"Test","completed":false}]"#, headers: ["Content-Type: application/json"])
    defer { server.stop() }
    let todos = try await URLSession.shared.dispatch(GetTodos(), baseURL: server.url(""))
    #expect(todos == [Todo()])
    #expect(server.received.map(\.requestLine) == ["GET /todos HTTP/1.1"])
  }

  @Test(
    "A1, A5, C36: endpoints stand in one place, know their type, and constrained factories make requests of that type"
  )
  func factories() async throws {
    let client = APIClient.testing(StubTransport { On(.get, "/todos/7").respond(json: Todo(id: 7)) })
    let endpoint = Endpoint<Todo>.todo(7)
    let todo = try await client.dispatch(endpoint)
    #expect(type(of: todo) == type(of: endpoint).ReturnType.self)
    #expect(try await client.dispatch(.todo(7)).id == 7)
  }

  @Test("C42: the manifest names all of Apple's platforms, and the changelog is kept by version")
  func platforms() throws {
    let manifest = try String(
      contentsOf: Repository.root.appendingPathComponent("Package.swift"), encoding: .utf8)
    for platform in [".macOS(.v13)", ".iOS(.v16)", ".tvOS(.v16)", ".watchOS(.v9)", ".visionOS(.v1)"] {
      #expect(manifest.contains(platform))
    }
    let changelog = try String(
      contentsOf: Repository.root.appendingPathComponent("CHANGELOG.md"), encoding: .utf8)
    #expect(changelog.contains("\n## ["))
  }
}

extension Endpoint where ReturnType == Todo {
  fileprivate static func todo(_ id: Int) -> Endpoint { .get("/todos/\(id)") }
}
