// compiles
// The code of the other snippets without their mistakes. It shows that they do not fail because the module is missing.
import Requisite

struct AddTodo: Request {
  typealias ReturnType = [Int]
  let path = "/todos"
  let method = HTTPMethod.post
  let queryParams: [String: String]
  let headers: [String: String]
  let body: JSONValue
  let decoder = JSONDecoder()
}

struct Purge: Request {
  typealias ReturnType = Void
  let path = "/todos"
  let method = "PURGE"
  var contentType: MediaType { .json }
}

let endpoint: Endpoint<[Int]> = .post("/todos", body: .json(1))

func load(from client: APIClient) async throws {
  let todos: [Int] = try await client.dispatch(.get("/todos"))
  _ = try await client.dispatch(Endpoint<NoContent>.get("/todos"))
  try await client.dispatch(.post("/todos", body: todos))
  try await client.dispatch(.post("/todos", body: ["title": "Milk", "done": true]))
  try await client.dispatch(endpoint.with(\.deadline, .seconds(2)))
  try await client.dispatch(Purge().with(\.deadline, .seconds(2)))
}
