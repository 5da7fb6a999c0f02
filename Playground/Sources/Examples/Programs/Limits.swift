import Requisite
import TodoAPI

/// Calls a server no faster than it allows: four calls at a time, at most a hundred a second.
@Sendable func runLimits(baseURL: String, print: @escaping @Sendable (String) -> Void) async throws {
  struct FindTodo: Request {
    typealias ReturnType = Todo
    let id: Int
    var path: RequestPath { "/todos/\(id)" }
  }

  let stack = DefaultTransport.shared
    .throttled(max: 4)
    .rateLimited(100, per: .seconds(1))
    .retried(.exponential())
  let client = APIClient(baseURL: baseURL, transport: stack)

  let ids = try await withThrowingTaskGroup(of: Todo.ID.self) { group in
    for id in 1...20 {
      group.addTask { try await client.dispatch(FindTodo(id: id)).id }
    }
    return try await group.reduce(into: Set()) { $0.insert($1) }
  }
  print("\(ids.count) of 20 todos, each by its own call")
}
