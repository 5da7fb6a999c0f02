/// One change of a collection, as watchers receive it.
struct Change: Sendable, Hashable {
  /// What happened to the record.
  enum Kind: String, Sendable {
    case added, changed, deleted
  }

  /// The number of the change in its collection, counted from 1, so that a watcher can name the last one it received.
  var id: Int
  var kind: Kind
  /// The record after the change; for a deletion, the record before it.
  var record: Record
}

/// An event of a ``ChangeFeed``.
enum FeedEvent: Sendable, Hashable {
  /// The first event: changes are reported from now on. It has the number of records.
  case watching(records: Int)
  case change(Change)

  /// The event as a server-sent event (WHATWG HTML §9.2): the record on one line.
  var event: String {
    switch self {
    case .watching(let records): "retry: 1000\nevent: watching\ndata: { \"records\": \(records) }\n\n"
    case .change(let change):
      "id: \(change.id)\nevent: \(change.kind.rawValue)\ndata: \(JSON.object(change.record).line)\n\n"
    }
  }

  /// The event as a message of a WebSocket: a JSON object on one line.
  var message: String {
    let members: Record =
      switch self {
      case .watching(let records): ["event": "watching", "records": .int(records)]
      case .change(let change): ["event": .string(change.kind.rawValue), "record": .object(change.record)]
      }
    return JSON.object(members).line
  }
}
