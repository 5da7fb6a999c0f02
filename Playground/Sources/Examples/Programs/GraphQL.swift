import Requisite

/// A GraphQL query with variables. Errors, which have status 200 in GraphQL, fail the call.
struct TodoQuery: Request {
  struct Result: Decodable, Sendable {
    struct Todo: Decodable, Sendable { let title: String }
    let todo: Todo
  }

  typealias ReturnType = GraphQL.Result<Result>
  let path = "/graphql"
  let method = HTTPMethod.post
  let body: GraphQL.Query

  init(id: String) {
    body = GraphQL.Query("query($id: ID!) { todo(id: $id) { title } }", variables: ["id": id])
  }
}

@Sendable func runGraphQL(baseURL: String, print: @escaping @Sendable (String) -> Void) async throws {
  let client = APIClient(baseURL: baseURL)
  print(try await client.dispatch(TodoQuery(id: "7")).data.todo.title)
  do {
    _ = try await client.dispatch(TodoQuery(id: "8"))
  } catch {
    print(GraphQL.problems(of: error).map(\.message).joined())
  }
}
