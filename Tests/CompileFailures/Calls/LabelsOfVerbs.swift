// expect: error: extra argument 'json' in call
// expect: error: extra argument 'form' in call
// expect: error: extra argument 'file' in call
// expect: error: extra argument 'params' in call
// expect: error: extra argument 'timeout' in call
// A label that a verb does not have: the compiler names it.
import Requisite

struct Todo: Codable {
  let id: Int
}

func load(from client: APIClient, _ todo: Todo, _ url: URL) async throws {
  let added: Todo = try await client.dispatch(.post("/todos", json: todo))
  let patched: Todo = try await client.dispatch(.patch("/todos", form: ["a": "b"]))
  try await client.dispatch(.put("/todos", file: url))
  let found: [Todo] = await client.dispatch(.get("/todos", params: ["a": "b"]), default: [])
  try await client.dispatch(.delete("/todos", query: ["a": 1], timeout: 5))
  print(added, patched, found)
}
