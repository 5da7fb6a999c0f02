import Requisite

/// Removes a todo: `DELETE /todos/7`. The response has nothing to say.
public struct DeleteTodo: Request {
  public typealias ReturnType = Void
  /// Which one.
  public let id: Todo.ID
  public var path: RequestPath { "/todos/\(id)" }
  public let method = HTTPMethod.delete

  /// Makes the request.
  public init(id: Todo.ID) {
    self.id = id
  }
}
