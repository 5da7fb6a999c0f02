// expect: error: type 'FindTodos' does not conform to protocol 'Request'
// expect: declare path as a String, a RequestPath or a URL
// E7: a path is a text, a RequestPath or a URL.
import Requisite

struct FindTodos: Request {
  typealias ReturnType = [Int]
  let path = 7
}
