import Requisite

/// The changes of the todos as they happen, by server-sent events: `GET /todos/events`.
public struct WatchTodos: Request {
  public typealias ReturnType = ServerSentEvents
  public let path = "/todos/events"
  /// Without limits in time: there may be no change for hours.
  public let options = RequestOptions().with(\.timeout, nil).with(\.deadline, nil)

  /// Makes the request.
  public init() {}
}

/// One of the events that ``WatchTodos`` gives.
public enum TodoEvent: Hashable, Sendable {
  /// The server begins to tell of changes; the first event of each connection.
  case watching
  case added(Todo)
  case changed(Todo)
  case deleted(Todo)

  /// Reads an event; nil for a type that this version does not know.
  ///
  /// - Throws: `NetworkRequestError.decodingError` where the data is no todo.
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
