import Requisite

/// Deletes a todo: `DELETE /todos/7`. The body of the response is ignored.
public struct DeleteTodo: Request {
  public typealias ReturnType = Void
  /// The todo to delete.
  public let id: Todo.ID
  public var path: RequestPath { "/todos/\(id)" }
  public let method = HTTPMethod.delete

  /// Makes the request.
  public init(id: Todo.ID) {
    self.id = id
  }
}
