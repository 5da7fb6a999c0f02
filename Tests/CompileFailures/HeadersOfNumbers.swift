// expect: error: type 'FindTodos' does not conform to protocol 'Request'
// expect: declare headers as HTTPHeaders, [String: String] or [HTTPHeader]
// D5: header fields are texts; a number in their place would be ignored if it compiled.
import Requisite

struct FindTodos: Request {
  typealias ReturnType = [Int]
  let path = "/todos"
  let headers: [String: Int] = ["X-Page": 1]
}
