// expect: error: type 'FindTodos' does not conform to protocol 'Request'
// expect: declare what comes back, as in: typealias ReturnType = [Todo]
// F4: what is missing is named.
import Requisite

struct FindTodos: Request {
  let path = "/todos"
}
