// expect: error: stored property 'body' of 'Sendable'-conforming struct 'AddTodo' contains non-Sendable type 'Any'
// expect: for a dictionary of any values, declare a JSONValue
// E5: a dictionary of `Any` cannot cross tasks; a JSONValue is the one to use.
import Requisite

struct AddTodo: Request {
  typealias ReturnType = [Int]
  let path = "/todos"
  let method = HTTPMethod.post
  let body: [String: Any]
}
