import Requisite

/// Adds a todo, and returns it with the id that the server assigned: `POST /todos`.
public struct AddTodo: Request {
  public typealias ReturnType = Todo
  public let path = "/todos"
  public let method = HTTPMethod.post
  public let body: NewTodo

  /// Makes the request.
  public init(body: NewTodo) {
    self.body = body
  }
}
