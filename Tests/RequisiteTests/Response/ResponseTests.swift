import RequisiteTesting
import Testing

@Suite("A value together with its response", .timeLimit(.minutes(1)))
struct ResponseTests {
  private let client = APIClient.answering(
    .json([Todo(), Todo(id: 2)], status: 203, headers: ["X-Total-Count": "200"]))

  @Test(
    "has the value of the request's type, status, header fields, data and request",
    .feature("C35", "C31", "D16"))
  func members() async throws {
    let response = try await client.response(for: GetTodos())
    #expect(response.value.map(\.id) == [1, 2])
    #expect(response.status == 203)
    #expect(response.headers[.xTotalCount] == "200")
    #expect(try JSONDecoder().decode([Todo].self, from: response.data) == response.value)
    #expect(response.url.absoluteString == "https://api.test/todos")
    #expect(response.request.method == .get)
    #expect(response.request.description == "GET https://api.test/todos")
  }

  @Test("can be mapped to a domain value, and keeps the response", .feature("C34", "D20"))
  func map() async throws {
    struct Wrong: Error {}
    let response = try await client.response(for: GetTodos())
    let titles = response.map { $0.map(\.title) }
    #expect(titles.value == ["Test", "Test"])
    #expect(titles.status == 203)
    #expect(throws: Wrong.self) { try response.map { _ in throw Wrong() } as Response<Int> }
  }

  @Test(
    "calls are chained: a value leads to the next call, and values and errors are mapped", .feature("D30"))
  func chaining() async throws {
    struct Missing: Error, Equatable { let status: Int? }
    let client = APIClient.testing(
      StubTransport {
        On("/todos").respond(json: [Todo(id: 7)])
        On("/todos/7").respond(json: Todo(id: 7, title: "seven"))
        On.any().respond(status: 404)
      })
    let id = try await client.dispatch(Endpoint<[Todo]>.get("/todos").map { $0[0].id })
    let next = try await client.response(for: GetTodo(id: id)).map { $0.title }
    #expect(next.value == "seven" && next.request.url.path == "/todos/7")
    let results = await client.results(of: [GetTodo(id: 7), GetTodo(id: 8)])
      .map { $0.map(\.title).mapError { Missing(status: $0.status) } }
    #expect(results == [.success("seven"), .failure(Missing(status: 404))])
  }

  @Test(
    "a request and a response have a readable text: a first line, the fields, and the formatted body",
    .feature("C14"))
  func pretty() async throws {
    let response = try await APIClient.answering(.json(["id": 7], status: 201))
      .response(for: Endpoint<[String: Int]>.post("/todos", body: ["title": "Test"])).network
    #expect(
      response.request.prettyPrinted
        == """
        POST https://api.test/todos
        Accept: application/json
        Content-Type: application/json

        {
          "title": "Test"
        }
        """)
    #expect(response.prettyPrinted == "201 Created\nContent-Type: application/json\n\n{\n  \"id\": 7\n}")
  }

  @Test("a response prints its status, request and size in one line", .feature("C14"))
  func description() async throws {
    let text = try await client.response(for: GetTodos()).network.description
    #expect(text.hasPrefix("203 Non-Authoritative Information — GET https://api.test/todos, "))
    #expect(!text.contains("\n"))
  }
}
