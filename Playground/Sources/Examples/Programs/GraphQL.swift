import Requisite

/// A GraphQL query with variables. Its errors have status 200, so the request implements `decode` itself.
struct Query<Value: Decodable & Sendable, Variables: Encodable & Sendable>: Request {
  typealias ReturnType = Value

  struct Body: Encodable {
    let query: String
    let variables: Variables
  }

  struct Envelope: Decodable {
    let data: Value?
    let errors: [GraphQLError]?
  }

  let path = "/graphql"
  let method = HTTPMethod.post
  let body: Body
  let responseForm = ResponseForm.decoded

  init(_ query: String, _ variables: Variables, returning: Value.Type = Value.self) {
    body = Body(query: query, variables: variables)
  }

  func decode(
    _ response: NetworkResponse, using decoder: any ResponseDecoder
  ) throws(NetworkRequestError) -> Value {
    let envelope = try response.decoded(as: Envelope.self, using: decoder)
    if let errors = envelope.errors, !errors.isEmpty { throw NetworkRequestError(GraphQLErrors(all: errors)) }
    guard let value = envelope.data else { throw NetworkRequestError(GraphQLErrors(all: [])) }
    return value
  }
}

struct GraphQLError: Decodable, Sendable {
  let message: String
}

struct GraphQLErrors: Error, Sendable {
  let all: [GraphQLError]
}

@Sendable func runGraphQL(baseURL: String, print: @escaping @Sendable (String) -> Void) async throws {
  struct TodoData: Decodable, Sendable {
    struct Todo: Decodable, Sendable { let title: String }
    let todo: Todo
  }
  func todo(_ id: String) -> Query<TodoData, [String: String]> {
    Query("query($id: ID!) { todo(id: $id) { title } }", ["id": id])
  }

  let client = APIClient(baseURL: baseURL)
  print(try await client.dispatch(todo("7")).todo.title)
  do {
    _ = try await client.dispatch(todo("8"))
  } catch .unknownError(let failure) {
    let errors = failure.underlyingError as? GraphQLErrors
    print(errors?.all.map(\.message).joined() ?? "\(failure)")
  } catch {
    print("\(error)")
  }
}
