// expect: error: type 'AddTodo' does not conform to protocol 'Request'
// expect: in a module whose default isolation is the main actor, declare its type as a “nonisolated struct”
import Requisite

struct Todo: Codable {
  let title: String
}

struct AddTodo: Request {
  typealias ReturnType = Void
  let path = "/todos"
  let method = HTTPMethod.post
  let body: Todo
}
