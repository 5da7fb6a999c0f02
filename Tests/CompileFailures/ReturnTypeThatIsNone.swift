// expect: error: type 'FindTodos' does not conform to protocol 'Request'
// expect: a ReturnType must be Decodable or ResponseConvertible
// E9: what comes back must be a type that a response can become.
import Requisite

struct Todo: Sendable {
  let title: String
}

struct FindTodos: Request {
  typealias ReturnType = [Todo]
  let path = "/todos"
}
