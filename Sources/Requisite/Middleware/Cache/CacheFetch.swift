/// A request on its way to the server. While it lives, the journal remembers what is invalidated.
final class CacheFetch: Sendable {
  /// When it went.
  let sent: Date
  private let journal: Locked<InvalidationJournal>
  private let place: InvalidationJournal.Place

  init(_ journal: Locked<InvalidationJournal>, sent: Date) {
    self.journal = journal
    self.sent = sent
    place = journal.withLock { $0.begin() }
  }

  deinit {
    journal.withLock { $0.end() }
  }

  /// Whether what it brings may tell of the time before a change.
  func isOutdated(_ key: CacheKey) -> Bool {
    journal.withLock { $0.isInvalidated(key, since: place) }
  }
}
