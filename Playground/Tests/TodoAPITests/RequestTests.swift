import Requisite
import Testing
import TodoAPI

@Suite(.timeLimit(.minutes(1))) struct RequestTests {
  @Test("requests of several types are stored in one array and sent by one client", .feature("D10"))
  func array() async throws {
    try await withClient { client in
      let requests: [any Request] = [FindTodo(id: 1), DeleteTodo(id: 2), FindUsers(), FindCity(of: 3)]
      for request in requests { _ = try await client.dispatch(request) }
      let left = try await client.dispatch(FindTodos())
      #expect(left.elements.count == 199)
    }
  }

  @Test("requests with one return type are dispatched at once, their values in order", .feature("D10"))
  func atOnce() async throws {
    try await withClient { client in
      let requests: [any Request<Todo>] = [
        FindTodo(id: 9), UpdateTodo(id: 7, body: TodoChanges(title: "Seven")), FindTodo(id: 8),
      ]
      let todos = try await client.values(of: requests)
      #expect(todos.map(\.id) == [9, 7, 8])
      #expect(todos[1].title == "Seven")
    }
  }

  @Test("requests of two types are dispatched at once, and each value has its type", .feature("A8"))
  func pack() async throws {
    try await withClient { client in
      let (page, user) = try await client.values(of: FindTodos(TodoFilter(userId: 3)), FindUser(id: 3))
      #expect(page.elements.allSatisfy { $0.userId == user.id })
    }
  }

  @Test("a request can have a URL instead of a path", .feature("E7"))
  func wholeURL() async throws {
    try await withClient { client in
      let added = try await client.response(for: AddTodo(body: NewTodo(userId: 1, title: "Elsewhere")))
      let location = try #require(added.headers[.location].flatMap { URL(string: $0) })
      let elsewhere = APIClient(baseURL: "https://api.example.com/v1")
      let found = try await elsewhere.dispatch(Follow(path: location))
      #expect(found == added.value)
    }
  }

  @Test("a dictionary is a body", .feature("E18"))
  func dictionary() async throws {
    try await withClient { client in
      let todo = try await client.dispatch(
        AddDictionary(body: ["title": "Mixed", "completed": true, "userId": 2]))
      #expect(todo == Todo(id: 201, userId: 2, title: "Mixed", completed: true))
    }
  }

  @Test("an error has the explanation of the server", .feature("E10", "E23"))
  func refusal() async throws {
    try await withClient { client in
      await #expect {
        try await client.dispatch(AddText(body: .text("{", contentType: "application/json")))
      } throws: {
        guard case .badRequest(let response) = $0 as? NetworkRequestError else { return false }
        return response.problem?.detail?.contains("the text ends too early at byte 1") == true
      }
    }
  }

  @Test("an environment has a name and a base URL, and there are several", .feature("A17", "A18", "D14"))
  func environments() {
    #expect(
      APIEnvironment.placeholder.description == "JSONPlaceholder (https://jsonplaceholder.typicode.com)")
    #expect(APIEnvironment.local(port: 8080).description == "Local (http://127.0.0.1:8080)")
  }
}

private struct Follow: Request {
  typealias ReturnType = Todo
  let path: URL
}

private struct AddDictionary: Request {
  typealias ReturnType = Todo
  let path = "/todos"
  let method = HTTPMethod.post
  let body: JSONValue
}

private struct AddText: Request {
  typealias ReturnType = Todo
  let path = "/todos"
  let method = HTTPMethod.post
  let body: HTTPBody
}
