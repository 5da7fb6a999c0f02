import RequisiteTesting
import Testing

@Suite("Several requests at once", .timeLimit(.minutes(3)))
struct SeveralTests {
  private let clock = TestClock()

  @Test("values come in the order of the requests, each of its own type", .feature("A8", "D10", "F17"))
  func pack() async throws {
    let client = APIClient.testing(
      StubTransport {
        On("/todos").respond(json: [Todo()])
        On("/todos/7").respond(json: Todo(id: 7))
        On("/value").respond(json: 42)
      })
    let (todos, todo, number) = try await client.values(of: GetTodos(), GetTodo(id: 7), Fetch<Int>())
    #expect(todos == [Todo()])
    #expect(todo.id == 7)
    #expect(number == 42)
  }

  @Test("the requests run at the same time")
  func concurrent() async throws {
    let clock = clock
    let stub = StubTransport(clock: CallClock(clock)) { On.any().respond(.json(Todo()).after(.seconds(5))) }
    let client = APIClient.testing(stub)
    let call = Task { try await client.values(of: GetTodo(id: 1), GetTodo(id: 2), GetTodo(id: 3)) }
    try await clock.sleepers(3)
    clock.advance(by: .seconds(5))
    _ = try await call.value
    #expect(clock.now.offset == .seconds(5))
  }

  @Test("the first failure cancels the others and is thrown", .feature("F17"))
  func firstFailure() async throws {
    let clock = clock
    let stub = StubTransport(clock: CallClock(clock)) {
      On("/todos/1").respond(.json(Todo()).after(.seconds(60)))
      On("/todos/2").respond(.status(404).after(.seconds(5)))
      On("/todos/3").respond(.json(Todo()).after(.seconds(60)))
    }
    let client = APIClient.testing(stub)
    let pack = Task { try await client.values(of: GetTodo(id: 1), GetTodo(id: 2), GetTodo(id: 3)) }
    try await clock.sleepers(3)
    clock.advance(by: .seconds(5))
    let first = await #expect(throws: NetworkRequestError.self) { try await pack.value }
    #expect(first?.kind == .notFound)
    #expect(clock.sleeperCount == 0, "the others were cancelled")

    let list = Task { try await client.values(of: (1...3).map { GetTodo(id: $0) }) }
    try await clock.sleepers(3)
    clock.advance(by: .seconds(5))
    let second = await #expect(throws: NetworkRequestError.self) { try await list.value }
    #expect(second?.kind == .notFound)
    #expect(clock.sleeperCount == 0)
  }

  @Test("a list of requests of different types returns its values in order", .feature("D10"))
  func list() async throws {
    let clock = clock
    let stub = StubTransport(clock: CallClock(clock)) {
      On(.get, "/todos/:id").respond { request in
        let id = Int(request.path.split(separator: "/").last ?? "") ?? 0
        return .json(Todo(id: id)).after(.seconds(10 - id))
      }
      On(.post, "/todos").respond(status: 201, json: Todo(id: 99))
    }
    let client = APIClient.testing(stub)
    let requests: [any Request<Todo>] = [
      GetTodo(id: 1), AddTodo(body: Todo()), GetTodo(id: 2), GetTodo(id: 3),
    ]
    let call = Task { try await client.values(of: requests) }
    try await clock.sleepers(3)
    clock.run()
    #expect(try await call.value.map(\.id) == [1, 99, 2, 3])
    #expect(try await client.values(of: [any Request<Todo>]()).isEmpty)
  }

  @Test("at most as many requests of a list run at a time as the limit allows")
  func limit() async throws {
    let clock = clock
    let stub = StubTransport(clock: CallClock(clock)) { On.any().respond(.json(Todo()).after(.seconds(1))) }
    let client = APIClient.testing(stub)
    let call = Task { try await client.values(of: (1...6).map { GetTodo(id: $0) }, atOnce: 2) }
    for round in 1...3 {
      try await clock.sleepers(2)
      #expect(stub.requests.count == 2 * round)
      clock.advance(by: .seconds(1))
    }
    #expect(try await call.value.count == 6)
  }
}
