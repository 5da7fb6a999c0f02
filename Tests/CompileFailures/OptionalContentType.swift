// expect: error: type 'AddTodo' does not conform to protocol 'Request'
// expect: declare contentType as a MediaType or a String, not as an Optional
// F4: a content type is a MediaType or a String, stored or computed.
import Requisite

struct AddTodo: Request {
  typealias ReturnType = [Int]
  let path = "/todos"
  let method = HTTPMethod.post
  var contentType: String? { "text/plain" }
  let body: String
}
