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

  /// The change as a server-sent event (WHATWG HTML §9.2): the record on one line.
  var event: String {
    "id: \(id)\nevent: \(kind.rawValue)\ndata: \(JSON.object(record).line)\n\n"
  }
}
