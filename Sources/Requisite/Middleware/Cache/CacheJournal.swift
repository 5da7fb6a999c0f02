/// The URLs that were invalidated while responses were on their way. Such a response may be older than the change and
/// must not be stored after it, in any partition.
struct InvalidationJournal: Sendable {
  /// The point in the journal at which a fetch began.
  struct Entry: Sendable, Hashable { let number: UInt64 }

  private var number: UInt64 = 0
  private var fetches = 0
  private var invalidated: [String: UInt64] = [:]
  /// Fetches that began before this number count as invalidated, because the URLs of that time are no longer recorded one
  /// by one.
  private var horizon: UInt64 = 0

  /// The most URLs that are recorded, because a stream may be open for days.
  static let maximumCount = 1024

  /// Starts a fetch. Each fetch needs its ``end()``.
  mutating func begin() -> Entry {
    fetches += 1
    return Entry(number: number)
  }

  /// Ends a fetch. After the last one the journal is emptied, because no fetch is left that needs it.
  mutating func end() {
    fetches -= 1
    if fetches == 0 { invalidated.removeAll() }
  }

  /// Records that the responses of the key's URL are invalid, in every partition.
  mutating func invalidate(_ key: CacheKey) {
    guard fetches > 0 else { return }
    number += 1
    if invalidated.count >= Self.maximumCount {
      invalidated.removeAll()
      horizon = number
    }
    invalidated[key.url] = number
  }

  /// True if the key's URL has been invalidated since the entry.
  func isInvalidated(_ key: CacheKey, since entry: Entry) -> Bool {
    entry.number < horizon || invalidated[key.url].map { $0 > entry.number } ?? false
  }

  var isEmpty: Bool { invalidated.isEmpty }
}

/// What the caches on one store know of each other: which responses are on their way into it, and which URLs were
/// invalidated meanwhile.
///
/// A store has one, so that a response that one stack fetches is not stored after another has changed the resource.
public final class CacheJournal: Sendable {
  /// One of the responses under a key.
  struct Variant: Hashable {
    let key: CacheKey
    let varying: VaryingFields
  }

  /// The URLs that were invalidated while responses were on their way.
  let invalidations = Locked(InvalidationJournal())
  /// The responses that are still being written to the store.
  let pending = Locked(PendingResponses())
  /// The variants that are being fetched in the background.
  let revalidating = Locked<Set<Variant>>([])

  /// Creates the journal of a store without responses on their way.
  public init() {}

  /// Records that the responses of the key's URL are invalid in every partition, those on their way included.
  func invalidate(_ key: CacheKey) {
    invalidations.withLock { $0.invalidate(key) }
    pending.withLock { $0.removeEveryPartition(of: key) }
  }
}

/// A request that was sent to the server. As long as it exists, the journal records which URLs are invalidated.
final class CacheFetch: Sendable {
  /// The time at which the request was sent.
  let sent: Date
  private let journal: CacheJournal
  private let entry: InvalidationJournal.Entry
  private let generation: Int
  /// The position in the record of the call at which the request was passed on.
  private let mark: CallRecord.Mark?

  /// - Parameter generation: The generation of the store when the request is sent.
  init(for call: CacheCall? = nil, in journal: CacheJournal, sent: Date, generation: Int) {
    self.journal = journal
    self.sent = sent
    self.generation = generation
    entry = journal.invalidations.withLock { $0.begin() }
    mark = call?.request.record?.mark()
  }

  deinit {
    journal.invalidations.withLock { $0.end() }
  }

  /// What was sent for the call since then.
  func exchanges(of call: CacheCall) -> ArraySlice<Exchange> {
    guard let mark, let record = call.request.record else { return [] }
    return record.exchanges(since: mark)
  }

  /// True if its response may be older than a change of the resource, or than the clearing of the store.
  func isOutdated(_ key: CacheKey, in generation: Int) -> Bool {
    generation != self.generation || journal.invalidations.withLock { $0.isInvalidated(key, since: entry) }
  }
}

/// The responses that are being written to the store. They already answer calls, so that no call waits for a disk.
struct PendingResponses: Sendable {
  private struct Entry {
    let ticket: Int
    let response: CachedResponse
    let fetch: CacheFetch
  }

  /// The total size in bytes beyond which a call waits until its response is stored: a slow disk must not fill the
  /// memory.
  static let maximumSize = 16 << 20

  private var entries: [CacheKey: [Entry]] = [:]
  private var lastTicket = 0
  private var size = 0

  /// True if the waiting responses exceed ``maximumSize``.
  var isCrowded: Bool { size > Self.maximumSize }

  /// Adds a response, in place of one of the same variant. Returns the ticket by which it is removed.
  mutating func add(_ response: CachedResponse, of fetch: CacheFetch) -> Int {
    let key = response.head.key
    removeAll(key) { response.head.replaces($0.response.head) }
    lastTicket += 1
    entries[key, default: []].append(Entry(ticket: lastTicket, response: response, fetch: fetch))
    size += response.body.count
    return lastTicket
  }

  /// True if the response still has to be stored: it was neither replaced by a later one nor dropped.
  func contains(_ ticket: Int, of key: CacheKey) -> Bool {
    entries[key]?.contains { $0.ticket == ticket } ?? false
  }

  /// Returns the latest response that may answer a request.
  func response(for key: CacheKey, _ request: HTTPHeaders, generation: Int) -> CachedResponse? {
    entries[key]?.last {
      $0.response.head.answers(request) && !$0.fetch.isOutdated(key, in: generation)
    }?.response
  }

  /// Removes a response that has been stored, or cannot be stored.
  mutating func remove(_ ticket: Int, of key: CacheKey) {
    removeAll(key) { $0.ticket == ticket }
  }

  /// Drops the responses under a key.
  mutating func removeAll(_ key: CacheKey) {
    removeAll(key) { _ in true }
  }

  /// Drops the responses of a URL in all partitions.
  mutating func removeEveryPartition(of key: CacheKey) {
    for other in entries.keys.filter({ $0.url == key.url }) { removeAll(other) }
  }

  private mutating func removeAll(_ key: CacheKey, where isMeant: (Entry) -> Bool) {
    guard let present = entries[key] else { return }
    let kept = present.filter { !isMeant($0) }
    size -= present.reduce(0) { $0 + $1.response.body.count } - kept.reduce(0) { $0 + $1.response.body.count }
    entries[key] = kept.isEmpty ? nil : kept
  }
}
