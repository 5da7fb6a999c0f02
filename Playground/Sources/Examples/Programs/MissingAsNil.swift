import Requisite
import TodoAPI

/// Looks for records that may not exist: a 404 is nil, every other failure is an error.
@Sendable func runMissing(baseURL: String, print: @escaping @Sendable (String) -> Void) async throws {
  struct FindTodo: Request {
    typealias ReturnType = Todo?
    let id: Int
    var path: RequestPath { "/todos/\(id)" }
    let options = RequestOptions().with(\.nilStatuses, [404])
  }

  let client = APIClient(baseURL: baseURL)
  for id in [1, 999] {
    print("\(id): \(try await client.dispatch(FindTodo(id: id)) == nil ? "none" : "found")")
  }
}
