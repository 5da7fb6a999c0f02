import Foundation
import Requisite
import TodoAPI

// The todo client of “Writing a Networking Library with Combine, Codable and Swift 5”, with the names of the article.
// There, `dispatch` returns a publisher, as it does here on platforms with Combine. Elsewhere it is async or takes a
// callback.

private struct FindTodos: Request {
  typealias ReturnType = [Todo]
  let path = "/todos"
}

private struct AddTodo: Request {
  typealias ReturnType = Todo
  let path = "/todos"
  let method = HTTPMethod.post
  let body: [String: JSONValue]

  init(body: NewTodo) throws {
    self.body = try body.asDictionary()
  }
}

@Sendable func runTutorial(baseURL: String, print: @escaping @Sendable (String) -> Void) async throws {
  let dispatcher = NetworkDispatcher()
  let client = APIClient(baseURL: baseURL, networkDispatcher: dispatcher)

  print("\(try await client.dispatch(FindTodos()).count) todos")
  let added = try await client.dispatch(AddTodo(body: NewTodo(userId: 1, title: "Test", completed: true)))
  print("\(added.id) \(added.title)")

  // Takes the place of the article's `sink` on platforms without Combine.
  switch await client.result(of: FindTodos()) {
  case .success(let todos): print("\(todos.count) todos")
  case .failure(let error): print("\(error)")
  }
}
