import Requisite
import TodoAPI

/// Looks for records that may not exist: a 404 is nil, every other failure is an error.
@Sendable func runMissing(baseURL: String, print: @escaping @Sendable (String) -> Void) async throws {
  struct FindTodo: Request {
    typealias ReturnType = Todo
    let id: Int
    var path: RequestPath { "/todos/\(id)" }
  }

  let client = APIClient(baseURL: baseURL)
  @Sendable func find(_ id: Int) async throws(NetworkRequestError) -> Todo? {
    do {
      return try await client.dispatch(FindTodo(id: id))
    } catch .notFound {
      return nil
    }
  }
  for id in [1, 999] {
    print("\(id): \(try await find(id) == nil ? "none" : "found")")
  }
}
