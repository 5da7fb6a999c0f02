/// A request on its way to the server. While it lives, the journal remembers what is invalidated.
final class CacheFetch: Sendable {
  /// When it went.
  let sent: Date
  private let journal: Locked<InvalidationJournal>
  private let entry: InvalidationJournal.Entry
  private let generation: Int

  /// - Parameter generation: That of the store as the request goes.
  init(_ journal: Locked<InvalidationJournal>, sent: Date, generation: Int) {
    self.journal = journal
    self.sent = sent
    self.generation = generation
    entry = journal.withLock { $0.begin() }
  }

  deinit {
    journal.withLock { $0.end() }
  }

  /// Whether what it brings may tell of the time before a change, or before the store was cleared.
  func isOutdated(_ key: CacheKey, in generation: Int) -> Bool {
    generation != self.generation || journal.withLock { $0.isInvalidated(key, since: entry) }
  }
}
