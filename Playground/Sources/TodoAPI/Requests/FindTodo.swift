import Requisite

/// Finds one todo: `GET /todos/7`.
public struct FindTodo: Request {
  public typealias ReturnType = Todo
  /// The todo to find.
  public let id: Todo.ID
  public var path: RequestPath { "/todos/\(id)" }

  /// Makes the request.
  public init(id: Todo.ID) {
    self.id = id
  }
}
