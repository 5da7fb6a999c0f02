import Requisite
import RequisiteTesting
import Testing
import TodoAPI

@testable import Examples

/// How the tests of an app look: a stub in place of the server, a clock in place of time, and bad days to order.
@Suite(.timeLimit(.minutes(1))) struct TestingTests {
  private let todo = Todo(id: 7, userId: 1, title: "Water the basil", completed: false)

  @Test("A test reads the requests that were sent, and an unused stub is reported")
  func stub() async throws {
    let stub = StubTransport {
      On(.post, "/todos").respond(status: 201, json: todo).once()
      On(.get, "/todos/7").respond(json: todo)
    }
    let client = APIClient(baseURL: "https://api.example.com", transport: stub)

    _ = try await client.dispatch(.add(NewTodo(userId: 1, title: "Water the basil")))

    let sent = try #require(stub.requests.first)
    #expect(sent.headers[.contentType] == "application/json")
    #expect(throws: UnmetStubs.self) { try stub.verify() }
    #expect(try await client.dispatch(.title(of: 7)) == "Water the basil")
    try stub.verify()
  }

  @Test("Retries are tested without waiting")
  func clock() async throws {
    let clock = TestClock()
    let stub = StubTransport { On(.get, "/todos/7").respond(.status(503), .status(503), .json(todo)) }
    let patient = stub.retried(.constant(.seconds(30)), clock: CallClock(clock))
    let client = APIClient(baseURL: "https://api.example.com", transport: patient)

    let found = try await clock.run { try await client.dispatch(.todo(7)) }

    #expect(found == todo)
    #expect(clock.now.offset == .seconds(60))
  }

  @Test("A GET whose response is lost is sent again, and a POST is not")
  func faults() async throws {
    let stub = StubTransport {
      On(.get, "/todos/7").respond(json: todo)
      On(.post, "/todos").respond(status: 201, json: todo)
    }
    let poor = stub.faults(.loseResponse().calls(1)).retried(.immediate())
    let client = APIClient(baseURL: "https://api.example.com", transport: poor)
    #expect(try await client.dispatch(.todo(7)) == todo)
    #expect(stub.requests.count == 2)

    let worse = stub.faults(.loseResponse()).retried(.immediate())
    let other = APIClient(baseURL: "https://api.example.com", transport: worse)
    await #expect(throws: NetworkRequestError.self) {
      try await other.dispatch(.add(NewTodo(userId: 1, title: "x")))
    }
    #expect(stub.requests.count == 3)
  }

  @Test("code that needs todos can use a substitute for the API", .feature("D29"))
  func substitute() async throws {
    #expect(try await title(of: 7, from: OneTodo()) == "Stand in")
    let stub = StubTransport { On(.get, "/todos/7").respond(json: todo) }
    let client = APIClient(baseURL: "https://api.example.com", transport: stub)
    #expect(try await title(of: 7, from: client) == "Water the basil")
  }

  /// What a view would do with either.
  private func title(of id: Todo.ID, from api: any TodosAPI) async throws -> String {
    try await api.todo(id).title
  }
}

/// The calls for one kind of record, for code that is to work without a client.
private protocol TodosAPI: Sendable {
  func todo(_ id: Todo.ID) async throws(NetworkRequestError) -> Todo
}

extension APIClient: TodosAPI {
  fileprivate func todo(_ id: Todo.ID) async throws(NetworkRequestError) -> Todo {
    try await dispatch(FindTodo(id: id))
  }
}

private struct OneTodo: TodosAPI {
  func todo(_ id: Todo.ID) -> Todo { Todo(id: id, userId: 1, title: "Stand in", completed: false) }
}
