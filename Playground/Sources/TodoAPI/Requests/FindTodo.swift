import Requisite

/// One todo: `GET /todos/7`.
public struct FindTodo: Request {
  public typealias ReturnType = Todo
  /// Which one.
  public let id: Todo.ID
  public var path: RequestPath { "/todos/\(id)" }

  /// Makes the request.
  public init(id: Todo.ID) {
    self.id = id
  }
}
