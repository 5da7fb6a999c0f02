// expect: error: type 'FindTodos' does not conform to protocol 'Request'
// expect: declare options as RequestOptions, not as an Optional
// A computed property, which no check at run time sees.
import Requisite

struct FindTodos: Request {
  typealias ReturnType = [Int]
  let path = "/todos"
  var options: RequestOptions? { nil }
}
