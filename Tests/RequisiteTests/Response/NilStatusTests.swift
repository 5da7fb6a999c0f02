import RequisiteTesting
import Testing

@testable import Requisite

@Suite("Statuses that mean nil", .timeLimit(.minutes(1)))
struct NilStatusTests {
  private struct FindTodo: Request {
    typealias ReturnType = Todo?
    let path = "/todos/1"
    let options = RequestOptions().with(\.nilStatuses, [404, 410])
  }

  private static let page = StubResponse.text("<p>Not here</p>", contentType: "text/html", status: 404)

  @Test(
    "an Optional is nil for a status that the request names, whatever the body", .feature("F34"),
    arguments: [StubResponse.status(404), page, .text("{}", contentType: "application/json", status: 410)])
  func named(response: StubResponse) async throws {
    let client = APIClient.answering(response)
    #expect(try await client.dispatch(FindTodo()) == nil)
    let whole = try await client.response(for: FindTodo())
    #expect(whole.value == nil && whole.status == response.status)
    let endpoint = Endpoint<Todo?>.get("/todos/1").with(\.nilStatuses, [404, 410])
    #expect(try await client.dispatch(endpoint) == nil)
  }

  @Test("a value is decoded, and another status is an error", .feature("F34"))
  func others() async throws {
    #expect(try await APIClient.answering(.json(Todo(id: 7))).dispatch(FindTodo()) == Todo(id: 7))
    #expect(try await APIClient.answering(.status(403)).failure(of: FindTodo()).kind == .forbidden)
  }

  @Test("for a whole client, the option concerns only requests that return an Optional")
  func client() async throws {
    let client = APIClient.answering(Self.page).with(\.nilStatuses, [404])
    #expect(try await client.dispatch(Endpoint<Todo?>.get("/todos/1")) == nil)
    #expect(try await client.failure(of: GetTodo(id: 1)).kind == .notFound)
  }
}
