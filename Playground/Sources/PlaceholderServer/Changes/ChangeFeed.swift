import Foundation

/// The watchers of one collection, and the last changes for those who come back.
///
/// A watcher whose connection has ended is removed at the next change, which cannot be sent to it.
struct ChangeFeed: Sendable {
  private var lastID = 0
  private var recent: [Change] = []
  private var watchers: [Int: AsyncStream<String>.Continuation] = [:]
  private var nextWatcher = 0

  /// A watcher that was away for more changes than these misses the older ones.
  private static let recentCount = 100

  /// Records a change and sends it to every watcher.
  mutating func publish(_ kind: Change.Kind, _ record: Record) {
    lastID += 1
    let change = Change(id: lastID, kind: kind, record: record)
    recent = (recent + [change]).suffix(Self.recentCount)
    for (watcher, continuation) in watchers {
      if case .terminated = continuation.yield(change.event) { watchers[watcher] = nil }
    }
  }

  /// The events from now on, after those that `lastID` has missed; nil where there are `limit` watchers already.
  ///
  /// The first is `watching`, with the number of records, so that a client knows from when on it hears of changes.
  mutating func watch(after lastID: Int?, records: Int, limit: Int) -> AsyncStream<String>? {
    guard watchers.count < limit else { return nil }
    let (events, continuation) = AsyncStream.makeStream(
      of: String.self, bufferingPolicy: .bufferingNewest(Self.recentCount + 1))
    continuation.yield("retry: 1000\nevent: watching\ndata: { \"records\": \(records) }\n\n")
    for change in recent where change.id > lastID ?? self.lastID { continuation.yield(change.event) }
    watchers[nextWatcher] = continuation
    nextWatcher += 1
    return events
  }
}
