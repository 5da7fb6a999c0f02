// expect: for a dictionary of any values, declare a JSONValue, as in ["title": .string(title), "done": true]
// The body of a well-known tutorial.
import Requisite

struct AddTodo: Request {
  typealias ReturnType = [Int]
  let path = "/todos"
  let method = HTTPMethod.post
  var body: [String: Any] { ["title": "Milk"] }
}
