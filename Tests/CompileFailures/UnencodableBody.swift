// expect: error: type 'AddTodo' does not conform to protocol 'Request'
// expect: a body must be Encodable or HTTPBodyConvertible
// E18: a body that cannot be sent, in the shape in which it silently got lost elsewhere.
import Requisite

struct Todo: Sendable {
  let title: String
}

struct AddTodo: Request {
  typealias ReturnType = [Int]
  let path = "/todos"
  let method = HTTPMethod.post
  let body: Todo
}
