import Foundation
import Requisite
import RequisiteTesting
import Testing
import TodoAPI

/// What JSONPlaceholder itself answers, by a recording that was written by hand from its documentation.
@Suite(.timeLimit(.minutes(1))) struct PlaceholderTests {
  private let recorded = ReplayTransport(.fixture("Recordings/jsonplaceholder.json"))

  private var client: APIClient { APIClient(environment: .placeholder(over: recorded)) }
  /// A client without the corrections.
  private var bareClient: APIClient {
    APIClient(environment: .placeholder, networkDispatcher: NetworkDispatcher(transport: recorded))
  }

  @Test("DELETE of a missing record is notFound, although JSONPlaceholder answers 200", .feature("F28"))
  func delete() async throws {
    try await bareClient.dispatch(DeleteTodo(id: 999))
    let corrected = APIClient(
      environment: .placeholder(over: ReplayTransport(.fixture("Recordings/jsonplaceholder.json"))))
    await #expect(throws: NotFound.self) {
      try await NotFound.from { try await corrected.dispatch(DeleteTodo(id: 999)) }
    }
  }

  @Test(
    "PATCH of a missing record is notFound, although JSONPlaceholder answers with an object without an id",
    .feature("F28")
  )
  func patch() async throws {
    await #expect {
      try await bareClient.dispatch(UpdateTodo(id: 999, body: TodoChanges(completed: true)))
    } throws: { error in
      if case .decodingError = error as? NetworkRequestError { true } else { false }
    }
    await #expect(throws: NotFound.self) {
      try await NotFound.from {
        _ = try await client.dispatch(UpdateTodo(id: 999, body: TodoChanges(completed: true)))
      }
    }
  }

  @Test("PUT of a missing record is notFound, although JSONPlaceholder answers 500", .feature("F28"))
  func put() async throws {
    let todo = Todo(id: 999, userId: 1, title: "x", completed: false)
    await #expect {
      try await bareClient.dispatch(Endpoint<Todo>.put("/todos/999", body: .json(todo)))
    } throws: { error in
      if case .serverError = error as? NetworkRequestError { true } else { false }
    }
    await #expect(throws: NotFound.self) {
      try await NotFound.from {
        _ = try await client.dispatch(Endpoint<Todo>.put("/todos/999", body: .json(todo)))
      }
    }
  }

  @Test("links of JSONPlaceholder to further pages name http, and are followed over https", .feature("F28"))
  func pages() async throws {
    var ids: [Int] = []
    for try await page in client.pages(of: FindTodos(page: 1, limit: 2)) {
      ids += page.value.elements.map(\.id)
    }
    #expect(ids == [1, 2, 3])
  }

  @Test("an existing record is found and changed", .feature("F28"))
  func change() async throws {
    #expect(try await client.dispatch(UpdateTodo(id: 1, body: TodoChanges(completed: true))).completed)
    let added = try await client.response(for: AddTodo(body: NewTodo(userId: 1, title: "Sow the cress")))
    #expect(added.value.id == 201)
    #expect(added.headers[.location] == "https://jsonplaceholder.typicode.com/todos/201")
  }

  @Test(
    "The service is recognized by its host in any spelling of the URL",
    arguments: [
      ("https://jsonplaceholder.typicode.com", true), ("https://JSONPlaceholder.typicode.com/", true),
      ("http://127.0.0.1:8080", false), ("nonsense", false),
    ])
  func address(text: String, isPlaceholder: Bool) {
    #expect(APIEnvironment.named(text).forgetsWrites == isPlaceholder)
  }
}

/// In place of an error with a response, which has no value to compare with.
private struct NotFound: Error {
  static func from(_ body: () async throws -> Void) async throws {
    do { try await body() } catch NetworkRequestError.notFound { throw NotFound() }
  }
}
