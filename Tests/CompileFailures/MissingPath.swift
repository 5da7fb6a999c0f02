// expect: error: type 'FindTodos' does not conform to protocol 'Request'
// expect: declare the path below the base URL, as in: let path = "/todos"
// F4: what is missing is named.
import Requisite

struct FindTodos: Request {
  typealias ReturnType = [Int]
}
