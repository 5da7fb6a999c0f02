/// One change of a collection, as watchers receive it.
struct Change: Sendable, Hashable {
  /// What happened to the record.
  enum Kind: String, Sendable {
    case added, changed, deleted
  }

  /// Counted from 1 for each collection, so that a watcher can name the last one it knows.
  var id: Int
  var kind: Kind
  /// The record after the change, or as it was before it was deleted.
  var record: Record

  /// The change as a server-sent event (WHATWG HTML §9.2): the record on one line.
  var event: String {
    "id: \(id)\nevent: \(kind.rawValue)\ndata: \(JSON.object(record).line)\n\n"
  }
}
