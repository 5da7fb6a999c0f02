// expect: error: type 'AddTodo' does not conform to protocol 'Request'
// expect: protocol requires function 'encodeContentType()'
// F4: a content type is a MediaType or a String, stored or computed.
import Requisite

struct AddTodo: Request {
  typealias ReturnType = [Int]
  let path = "/todos"
  let method = HTTPMethod.post
  var contentType: String? { "text/plain" }
  let body: String
}
