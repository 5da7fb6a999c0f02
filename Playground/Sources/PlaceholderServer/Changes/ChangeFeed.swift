import Foundation

/// The watchers of one collection, and its latest changes for watchers that reconnect.
///
/// A watcher whose connection has ended is removed at the next change, which cannot be sent to it.
struct ChangeFeed: Sendable {
  private var lastID = 0
  private var recent: [Change] = []
  private var watchers: [Int: AsyncStream<FeedEvent>.Continuation] = [:]
  private var nextWatcher = 0

  /// The number of changes to keep. A watcher that missed more than these does not get the older ones.
  private static let recentCount = 100

  /// Records a change and sends it to every watcher.
  mutating func publish(_ kind: Change.Kind, _ record: Record) {
    lastID += 1
    let change = Change(id: lastID, kind: kind, record: record)
    recent = (recent + [change]).suffix(Self.recentCount)
    for (watcher, continuation) in watchers {
      if case .terminated = continuation.yield(.change(change)) { watchers[watcher] = nil }
    }
  }

  /// Returns the events from now on, after those since `lastID`; nil if there are `limit` watchers already.
  ///
  /// The first event is `watching`, with the number of records: it tells the client that changes are reported from now
  /// on.
  mutating func watch(after lastID: Int?, records: Int, limit: Int) -> AsyncStream<FeedEvent>? {
    guard watchers.count < limit else { return nil }
    let (events, continuation) = AsyncStream.makeStream(
      of: FeedEvent.self, bufferingPolicy: .bufferingNewest(Self.recentCount + 1))
    continuation.yield(.watching(records: records))
    for change in recent where change.id > lastID ?? self.lastID { continuation.yield(.change(change)) }
    watchers[nextWatcher] = continuation
    nextWatcher += 1
    return events
  }
}
