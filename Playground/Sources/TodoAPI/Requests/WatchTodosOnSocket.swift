import Requisite
import RequisiteWebSocket

/// Watches the todos for changes, by a WebSocket at the address of ``WatchTodos``: `GET /todos/events` with an `Upgrade`.
public struct WatchTodosOnSocket: Request {
  public typealias ReturnType = WebSocket<TodoEvent, String>
  public let path = "/todos/events"
  /// No time limit for the silence between changes, because there may be none for hours: pings find a lost connection.
  public let options: RequestOptions

  /// Makes the request.
  public init() {
    var socket = WebSocketOptions()
    socket.pingInterval = .seconds(30)
    options = RequestOptions().with(\.timeout, nil).with(\.webSocket, socket)
  }
}

/// A message such as `{ "event": "changed", "record": { "id": 7, … } }`.
extension TodoEvent: Decodable {
  private enum CodingKeys: CodingKey { case event, record }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    let todo = { try members.decode(Todo.self, forKey: .record) }
    switch try members.decode(String.self, forKey: .event) {
    case "watching": self = .watching
    case "added": self = .added(try todo())
    case "changed": self = .changed(try todo())
    case "deleted": self = .deleted(try todo())
    case let other:
      throw DecodingError.dataCorruptedError(
        forKey: .event, in: members, debugDescription: "“\(other)” is not an event of todos")
    }
  }
}
