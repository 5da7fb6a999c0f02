import Requisite

/// Changes some properties of a todo, and returns all of it: `PATCH /todos/7`.
public struct UpdateTodo: Request {
  public typealias ReturnType = Todo
  /// The todo to change.
  public let id: Todo.ID
  public var path: RequestPath { "/todos/\(id)" }
  public let method = HTTPMethod.patch
  public let body: TodoChanges
  /// Repeatable, although the method is not: the second of two equal changes changes nothing.
  public let options = RequestOptions().with(\.isRepeatable, true)

  /// Makes the request.
  public init(id: Todo.ID, body: TodoChanges) {
    self.id = id
    self.body = body
  }
}
