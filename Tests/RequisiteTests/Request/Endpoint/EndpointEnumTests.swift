import RequisiteTesting
import Testing

@Suite("An enum of endpoints with their result types")
struct EndpointEnumTests {
  private enum TodosAPI {
    static let all = Endpoint<[Todo]>.get("/todos")
    static func one(_ id: Int) -> Endpoint<Todo> { .get("/todos/\(id)") }
    static func add(_ todo: Todo) -> Endpoint<Todo> { .post("/todos", body: todo) }
    static func remove(_ id: Int) -> Endpoint<Void> { .delete("/todos/\(id)") }
  }

  @Test("each endpoint of an enum declares its request and its return type", .feature("F18", "D2"))
  func results() async throws {
    let stub = StubTransport {
      On(.get, "/todos").respond(json: [Todo()])
      On(.get, "/todos/7").respond(json: Todo(id: 7))
      On(.post, "/todos").respond(json: Todo(id: 201))
      On(.delete, "/todos/7").respond(status: 204)
    }
    let client = APIClient.testing(stub)
    let todos = try await client.dispatch(TodosAPI.all)
    #expect(todos == [Todo()])
    #expect(try await client.dispatch(TodosAPI.one(7)).id == 7)
    #expect(try await client.dispatch(TodosAPI.add(todos[0])).id == 201)
    try await client.dispatch(TodosAPI.remove(7))
    try stub.verify()
  }
}
