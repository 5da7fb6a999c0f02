// expect: error: type 'FindTodos' does not conform to protocol 'Request'
// expect: declare decoder as a ResponseDecoder, such as JSONDecoder
// A36: what is declared as a decoder must be one.
import Requisite

struct FindTodos: Request {
  typealias ReturnType = [Int]
  let path = "/todos"
  let decoder = "JSON"
}
