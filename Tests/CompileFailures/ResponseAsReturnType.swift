// expect: error: type 'FindTodos' does not conform to protocol 'Request'
// expect: for a Response, call client.response(for:)
// C35: whether the response is wanted with its value is decided at the call.
import Requisite

struct FindTodos: Request {
  typealias ReturnType = Response<[Int]>
  let path = "/todos"
}
