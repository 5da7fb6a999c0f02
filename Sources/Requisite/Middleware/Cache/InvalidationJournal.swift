/// The URLs that were invalidated while responses were on their way: such a response may be older than the change and must
/// not be stored after it, in any partition.
struct InvalidationJournal: Sendable {
  /// The point in the journal at which a fetch began.
  struct Entry: Sendable, Hashable { let number: UInt64 }

  private var number: UInt64 = 0
  private var fetches = 0
  private var invalidated: [String: UInt64] = [:]
  /// Fetches that began before this number count as invalidated: the URLs of that time are no longer remembered one by one.
  private var horizon: UInt64 = 0

  /// How many URLs are remembered: a stream may be open for days.
  static let maximumCount = 1024

  /// A fetch begins. Each needs its ``end()``.
  mutating func begin() -> Entry {
    fetches += 1
    return Entry(number: number)
  }

  /// The fetch is over. With the last one, all is forgotten, for no one is left to ask.
  mutating func end() {
    fetches -= 1
    if fetches == 0 { invalidated.removeAll() }
  }

  /// Invalidates what is stored for the key's URL, in every partition.
  mutating func invalidate(_ key: CacheKey) {
    guard fetches > 0 else { return }
    number += 1
    if invalidated.count >= Self.maximumCount {
      invalidated.removeAll()
      horizon = number
    }
    invalidated[key.url] = number
  }

  /// Whether the key's URL has been invalidated since.
  func isInvalidated(_ key: CacheKey, since entry: Entry) -> Bool {
    entry.number < horizon || invalidated[key.url].map { $0 > entry.number } ?? false
  }

  var isEmpty: Bool { invalidated.isEmpty }
}

/// A request on its way to the server. As long as it exists, the journal remembers which URLs are invalidated.
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

  /// True if its response may be older than a change of the resource, or than the clearing of the store.
  func isOutdated(_ key: CacheKey, in generation: Int) -> Bool {
    generation != self.generation || journal.withLock { $0.isInvalidated(key, since: entry) }
  }
}
