// expect: error: 'callAsFunction(_:query:headers:keyPath:decoder:options:)' is unavailable: for a path in a String, write RequestPath(verbatim: path)
// expect: error: 'callAsFunction(_:query:headers:body:keyPath:decoder:options:)' is unavailable: for a path in a String, write RequestPath(verbatim: path)
// expect: error: 'init(method:path:query:headers:body:keyPath:decoder:options:)' is unavailable: for a path in a String, write RequestPath(verbatim: path)
// A path that a variable contains: the compiler names the type that takes it.
import Requisite

func load(from client: APIClient, _ path: String) async throws {
  let todos: [Int] = try await client.dispatch(.get(path))
  try await client.dispatch(.post(path, body: todos))
  try await client.dispatch(.post(path, body: .json(todos)))
  try await client.dispatch(.delete(path))
  _ = Endpoint<[Int]>.get(path, query: ["page": 1])
  _ = Endpoint<[Int]>(path: path)
}
