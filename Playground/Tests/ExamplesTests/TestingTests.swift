import Requisite
import RequisiteTesting
import Testing
import TodoAPI

@testable import Examples

/// How the tests of an app look: a stub in place of the server, a clock in place of time, and bad days to order.
@Suite struct TestingTests {
  private let todo = Todo(id: 7, userId: 1, title: "Water the basil", completed: false)

  @Test("A test reads the requests that were sent, and an unused stub is reported")
  func stub() async throws {
    let stub = StubTransport {
      On(.post, "/todos").respond(status: 201, json: todo).once()
      On(.get, "/todos/7").respond(json: todo)
    }
    let client = APIClient(baseURL: "https://api.example.com", transport: stub)

    _ = try await client.dispatch(TodoEndpoints.add(NewTodo(userId: 1, title: "Water the basil")))

    let sent = try #require(stub.requests.first)
    #expect(sent.headers[.contentType] == "application/json")
    #expect(throws: UnmetStubs.self) { try stub.verify() }
    #expect(try await client.dispatch(TodoEndpoints.title(of: 7)) == "Water the basil")
    try stub.verify()
  }

  @Test("Retries are tested without waiting")
  func clock() async throws {
    let clock = TestClock()
    let stub = StubTransport { On(.get, "/todos/7").respond(.status(503), .status(503), .json(todo)) }
    let patient = stub.retried(.constant(.seconds(30)), clock: CallClock(clock))
    let client = APIClient(baseURL: "https://api.example.com", transport: patient)

    let found = try await clock.run { try await client.dispatch(TodoEndpoints.show(7)) }

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
    #expect(try await client.dispatch(TodoEndpoints.show(7)) == todo)
    #expect(stub.requests.count == 2)

    let worse = stub.faults(.loseResponse()).retried(.immediate())
    let other = APIClient(baseURL: "https://api.example.com", transport: worse)
    await #expect(throws: NetworkRequestError.self) {
      try await other.dispatch(TodoEndpoints.add(NewTodo(userId: 1, title: "x")))
    }
    #expect(stub.requests.count == 3)
  }
}
