import Requisite

/// Watches the todos for changes, by server-sent events: `GET /todos/events`.
public struct WatchTodos: Request {
  public typealias ReturnType = ServerSentEvents
  public let path = "/todos/events"
  /// No time limits, because there may be no change for hours.
  public let options = RequestOptions().with(\.timeout, nil).with(\.deadline, nil)

  /// Makes the request.
  public init() {}
}

/// An event of ``WatchTodos`` and ``WatchTodosOnSocket``.
public enum TodoEvent: Hashable, Sendable {
  /// The first event of each connection: the server reports changes from now on.
  case watching
  case added(Todo)
  case changed(Todo)
  case deleted(Todo)

  /// Reads an event. Returns nil for a type that this version does not know.
  ///
  /// - Throws: `NetworkRequestError.decodingError` if the data is not a todo.
  public init?(_ event: ServerSentEvent) throws {
    switch event.type {
    case "watching": self = .watching
    case "added": self = .added(try event.decoded(as: Todo.self))
    case "changed": self = .changed(try event.decoded(as: Todo.self))
    case "deleted": self = .deleted(try event.decoded(as: Todo.self))
    default: return nil
    }
  }
}
