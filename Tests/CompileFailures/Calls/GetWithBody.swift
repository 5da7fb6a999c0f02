// expect: error: 'callAsFunction(_:query:headers:body:options:)' is unavailable: a GET or HEAD has no body
// B3, B4: a GET has no body, by construction.
import Requisite

let endpoint = Endpoint<[Int]>.get("/todos", body: .json(1))

func load(from client: APIClient) async throws {
  let todos: [Int] = try await client.dispatch(.get("/todos", body: [1]))
  print(todos)
}
