// expect: error: type 'FindTodos' does not conform to protocol 'Request'
// expect: declare keyPath as a String, with dots between the names
// E3: a computed property of the wrong type, which no check at run time sees.
import Requisite

struct FindTodos: Request {
  typealias ReturnType = [Int]
  let path = "/todos"
  var keyPath: [String] { ["page", "todos"] }
}
