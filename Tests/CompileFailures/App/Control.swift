// compiles
// The code of the other snippets of this folder without their mistake.
import Requisite

nonisolated struct Todo: Codable {
  let title: String
}

struct FindTodos: Request {
  typealias ReturnType = [Todo]
  let path = "/todos"
}

struct AddTodo: Request {
  typealias ReturnType = Void
  let path = "/todos"
  let method = HTTPMethod.post
  let body: Todo
}
