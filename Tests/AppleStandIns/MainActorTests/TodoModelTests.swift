import Requisite
import RequisiteTesting
import Testing

@Suite("An app whose default isolation is the main actor", .timeLimit(.minutes(1)))
struct TodoModelTests {
  @Test("it loads, and shows failures by their kind")
  func loads() async {
    let model = TodoModel(client: client { On(.get, "/todos").respond(json: [Todo(id: 1, title: "Milk")]) })
    await model.load()
    #expect(model.todos.map(\.title) == ["Milk"])
    let failing = TodoModel(
      client: client {
        On(.get, "/todos").respond(status: 404)
        On(.post, "/todos").respond(status: 403)
      })
    await failing.load()
    #expect(failing.message == "not found")
    await failing.load(Data(#"{"title": "Milk", "completed": false}"#.utf8))
    #expect(failing.message == "forbidden")
    await failing.load(Data("{}".utf8))
    #expect(failing.message == "invalid")
  }

  @Test("leaving the view cancels what it loads")
  func cancels() async throws {
    let clock = TestClock()
    let stub = StubTransport(clock: CallClock(clock)) { On.any().respond(.status(200).after(.seconds(5))) }
    let model = TodoModel(client: client(stub))
    model.start()
    try await clock.sleepers(1)
    await model.stop()
    #expect(model.message == "cancelled")
  }

  @Test("a completion without a queue changes what the view shows")
  func completions() async {
    let model = TodoModel(
      client: client {
        On(.get, "/todos").respond(headers: ["X-Total-Count": "7"], json: [Todo(id: 1, title: "Milk")])
      })
    await withCheckedContinuation { done in _ = model.loadByCompletion { done.resume() } }
    #expect(model.todos.count == 1)
    await withCheckedContinuation { done in _ = model.respondByCompletion { done.resume() } }
    #expect(model.message == "7")
  }

  @Test("only the last text is searched, when typing has stopped")
  func searches() async throws {
    let clock = TestClock()
    let stub = StubTransport { On(.get, "/search").query("q", "milk").respond(json: [Todo(title: "Milk")]) }
    let model = SearchModel(client: client(stub), clock: clock)
    model.type("mi")
    try await clock.sleepers(1)
    model.type(" milk ")
    try await clock.sleepers(1)
    clock.advance(by: .milliseconds(300))
    await model.settle()
    #expect(model.results == [Todo(title: "Milk")])
    #expect(stub.requests.count == 1)
  }

  @Test("an iterator that the model keeps loads the next page, or the next item")
  func pages() async throws {
    let model = TodoModel(
      client: client {
        On(.get, "/todos").query("page", "2").respond(json: [Todo(title: "Salt")])
        On(.get, "/todos").respond(
          headers: ["Link": "</todos?page=2>; rel=next"], json: [Todo(title: "Milk")])
      })
    #expect(try await model.loadNextPage())
    #expect(model.todos.map(\.title) == ["Milk"])
    #expect(try await model.loadNextPage())
    #expect(try await !model.loadNextPage())
    #expect(model.todos.map(\.title) == ["Milk", "Salt"])
    for _ in 0..<3 { try await model.loadNextItem() }
    #expect(model.todos.map(\.title) == ["Milk", "Salt", "Milk", "Salt"])
  }

  @Test("events change what the view shows as they arrive")
  func watches() async throws {
    let model = TodoModel(
      client: client {
        On(.get, "/events").respond(events: [ServerSentEvent(data: "a"), ServerSentEvent(data: "b")])
      })
    try await model.watch()
    #expect(model.events == ["a", "b"])
  }

  @Test("progress arrives on the main actor")
  func progress() async throws {
    let data = Data(repeating: 7, count: 1_000)
    let model = TodoModel(
      client: client { On(.get, "/export").respond(headers: ["Content-Length": "1000"], data: data) })
    let place = URL.temporaryDirectory.appending(path: "export-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: place) }
    try await model.export(to: place)
    for _ in 0..<1_000 where model.fraction < 1 { await Task.yield() }
    #expect(model.fraction == 1)
  }

  @Test("what the requests use is nonisolated, and is sent")
  func sends() async throws {
    let stub = StubTransport {
      On(.get, "/todos/count").respond(json: ["count": 3])
      On(.get, "/todos/*").respond(json: Todo(id: 7, title: "Milk"))
      On(.delete, "/todos/*").respond(status: 204)
    }
    let client = client(TenantTransport(upstream: stub))
    #expect(try await client.dispatch(FindTodo(id: 7).with(\.tenant, "a")).id == 7)
    try await client.dispatch(DeleteTodo(id: 7))
    #expect(try await client.dispatch(CountTodos()) == 3)
    #expect(stub.requests.map { $0.headers["X-Client"] } == ["app", "app", nil])
    #expect(stub.requests.map { $0.headers["X-Tenant"] } == ["a", "none", "none"])
  }

  private func client(@StubBuilder _ stubs: () -> [Stub]) -> APIClient {
    client(StubTransport(stubs()))
  }

  private func client(_ transport: any Transport) -> APIClient {
    APIClient(environment: .test, networkDispatcher: NetworkDispatcher(transport: transport))
  }
}
