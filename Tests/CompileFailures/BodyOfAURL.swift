// expect: error: type 'Upload' does not conform to protocol 'Request'
// expect: HTTPBody.file(url)
// F4, F19: the URL of a file is no body; the message names what is.
import Requisite

struct Upload: Request {
  typealias ReturnType = NoContent
  let path = "/files"
  let method = HTTPMethod.post
  let body: URL
}
