// expect: error: type 'FindTodos' does not conform to protocol 'Request'
// expect: protocol requires nested type 'ReturnType'
// F4: what is missing is named.
import Requisite

struct FindTodos: Request {
  let path = "/todos"
}
