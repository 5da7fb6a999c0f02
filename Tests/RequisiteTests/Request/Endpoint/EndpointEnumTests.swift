import RequisiteTesting
import Testing

@Suite("An enum of endpoints with their result types", .timeLimit(.minutes(1)))
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

  private enum TodoCall: Request {
    case one(Int), remove(Int)
    enum ReturnType: Sendable, Equatable { case todo(Todo), nothing }

    var path: RequestPath {
      switch self {
      case .one(let id), .remove(let id): "/todos/\(id)"
      }
    }
    var method: HTTPMethod { if case .remove = self { .delete } else { .get } }
    var responseForm: ResponseForm { .decoded }

    func decode(
      _ response: NetworkResponse, using decoder: any ResponseDecoder
    ) throws(NetworkRequestError) -> ReturnType {
      switch self {
      case .one: .todo(try response.decoded(using: decoder))
      case .remove: .nothing
      }
    }
  }

  @Test("the cases of an enum return the cases of another, each with its own type", .feature("F18", "D2"))
  func cases() async throws {
    let stub = StubTransport {
      On(.get, "/todos/7").header(.accept, "application/json").respond(json: Todo(id: 7))
      On(.delete, "/todos/7").respond(status: 204)
    }
    let client = APIClient.testing(stub)
    #expect(try await client.dispatch(TodoCall.one(7)) == .todo(Todo(id: 7)))
    #expect(try await client.dispatch(TodoCall.remove(7)) == .nothing)
  }
}
