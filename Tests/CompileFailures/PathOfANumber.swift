// expect: error: type 'FindTodos' does not conform to protocol 'Request'
// expect: protocol requires function 'encodePath()'
// E7: a path is a text, a RequestPath or a URL.
import Requisite

struct FindTodos: Request {
  typealias ReturnType = [Int]
  let path = 7
}
