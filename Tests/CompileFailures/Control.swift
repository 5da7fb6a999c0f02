// compiles
// What the other snippets get wrong, done right: so that they cannot fail for want of the module.
import Requisite

struct AddTodo: Request {
  typealias ReturnType = [Int]
  let path = "/todos"
  let method = HTTPMethod.post
  let queryParams: [String: String]
  let headers: [String: String]
  let body: JSONObject
  let decoder = JSONDecoder()
}

let endpoint: Endpoint<[Int]> = .post("/todos", body: .json(1))
