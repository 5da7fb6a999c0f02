// expect: error: type 'AddTodo' does not conform to protocol 'Request'
// expect: protocol requires function 'encodeBody(with:)'
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
