/// The URLs that were invalidated while responses were on their way: such a response may tell of the time before the change,
/// and must not be stored after it, for whomever it is.
struct InvalidationJournal: Sendable {
  /// The point in the journal at which a fetch began.
  struct Entry: Sendable, Hashable { let number: UInt64 }

  private var number: UInt64 = 0
  private var fetches = 0
  private var invalidated: [String: UInt64] = [:]
  /// All that began before counts as invalidated: what happened then is no longer known one by one.
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

  /// What is stored of the key's URL is no longer so, in any partition.
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
