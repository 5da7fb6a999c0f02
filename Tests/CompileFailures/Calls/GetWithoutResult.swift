// expect: error: 'get' is unavailable: a GET needs a result type
// A6: a GET needs a result type; forgetting it must not mean that none is wanted.
import Requisite

func load(from client: APIClient) async throws {
  try await client.dispatch(.get("/todos"))
}
