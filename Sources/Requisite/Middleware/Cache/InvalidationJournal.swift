/// Which keys were invalidated while responses were on their way: such a response may tell of the time before the change,
/// and must not be stored after it.
struct InvalidationJournal: Sendable {
  /// The place in the journal at which a fetch began.
  struct Place: Sendable, Hashable { let number: UInt64 }

  private var number: UInt64 = 0
  private var fetches = 0
  private var invalidated: [CacheKey: UInt64] = [:]
  /// All that began before counts as invalidated: what happened then is no longer known one by one.
  private var horizon: UInt64 = 0

  /// How many keys are remembered: a stream may be open for days.
  static let maximumCount = 1024

  /// A fetch begins. Each needs its ``end()``.
  mutating func begin() -> Place {
    fetches += 1
    return Place(number: number)
  }

  /// The fetch is over. With the last one, all is forgotten: nobody could ask for it.
  mutating func end() {
    fetches -= 1
    if fetches == 0 { invalidated.removeAll() }
  }

  /// What is stored under the key is no longer so.
  mutating func invalidate(_ key: CacheKey) {
    guard fetches > 0 else { return }
    number += 1
    if invalidated.count >= Self.maximumCount {
      invalidated.removeAll()
      horizon = number
    }
    invalidated[key] = number
  }

  /// Whether the key has been invalidated since.
  func isInvalidated(_ key: CacheKey, since place: Place) -> Bool {
    place.number < horizon || invalidated[key].map { $0 > place.number } ?? false
  }

  var isEmpty: Bool { invalidated.isEmpty }
}
