import RequisiteTesting
import Testing

@testable import Requisite

@Suite("GraphQL", .timeLimit(.minutes(1)))
struct GraphQLTests {
  private struct FindTodo: Request {
    struct Result: Decodable, Sendable { let todo: Todo }
    typealias ReturnType = GraphQL.Result<Result>
    let path = "/graphql"
    let method = HTTPMethod.post
    let body = GraphQL.Query("query($id: ID!) { todo(id: $id) { id } }", variables: ["id": 7])
  }

  @Test("the data is the value, and the query is sent with its variables")
  func data() async throws {
    let stub = StubTransport { On.any().respond(json: ["data": ["todo": Todo(id: 7)]]) }
    #expect(try await APIClient.testing(stub).dispatch(FindTodo()).data.todo.id == 7)
    let sent = try #require(stub.requests.first)
    #expect(sent.headers[.contentType] == "application/json")
    #expect(sent.text.contains(#""variables":{"id":7}"#))
  }

  @Test("errors are a typed failure, also beside partial data and in an error status", arguments: [200, 400])
  func errors(status: Int) async throws {
    let text = """
      {"data": null, "errors": [{"message": "no", "path": ["todo", 0], "extensions": {"code": "FORBIDDEN"}},
      {"message": "and no", "extensions": null}]}
      """
    let client = APIClient.answering(.json(text: text, status: status))
    let error = try await client.failure(of: FindTodo())
    #expect(error.kind == (status == 200 ? .decodingError : .badRequest))
    #expect(GraphQL.problems(of: error).map(\.message) == ["no", "and no"])
    #expect(GraphQL.problems(of: error).first?.path == ["todo", "0"])
    #expect(GraphQL.problems(of: error).map(\.code) == ["FORBIDDEN", nil])
  }

  @Test("a response without data is a failure, and one that is not GraphQL has no GraphQL errors")
  func neither() async throws {
    #expect(try await APIClient.answering(.json(text: "{}")).failure(of: FindTodo()).kind == .decodingError)
    #expect(GraphQL.problems(of: try await APIClient.answering(.status(500)).failure(of: FindTodo())).isEmpty)
  }
}
