// expect: error: type 'FindTodos' does not conform to protocol 'Request'
// expect: declare queryParams as QueryParams, [String: String], [URLQueryItem] or an Encodable
// B4: a query is made of texts, or of what can be encoded.
import Requisite

struct FindTodos: Request {
  typealias ReturnType = [Int]
  let path = "/todos"
  let queryParams: [@Sendable () -> Int]
}
