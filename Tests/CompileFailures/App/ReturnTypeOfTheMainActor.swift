// expect: error: type 'FindTodos' does not conform to protocol 'Request'
// expect: in a module whose default isolation is the main actor, declare its type as a “nonisolated struct”
import Requisite

struct Todo: Codable {
  let title: String
}

struct FindTodos: Request {
  typealias ReturnType = [Todo]
  let path = "/todos"
}
