/// What the caches on one store know of each other: which responses are on their way into it, and which URLs were
/// invalidated meanwhile.
///
/// A store has one, so that a response that one stack fetches is not stored after another has changed the resource.
public final class CacheJournal: Sendable {
  /// One of the responses under a key.
  struct Variant: Hashable {
    let key: CachedResponse.Key
    let varying: VaryingFields
  }

  /// The URLs that were invalidated.
  let changes = ChangeJournal()
  /// The responses that are still being written to the store.
  let pending = Locked(PendingResponses())
  /// The variants that are being fetched in the background.
  let revalidating = Locked<Set<Variant>>([])

  /// Creates the journal of a store without responses on their way.
  public init() {}

  /// Records that the responses of the key's URL are invalid in every partition, those on their way included.
  func invalidate(_ key: CachedResponse.Key) {
    changes.add(key.url)
  }
}

/// A request that was sent to the server.
final class CacheFetch: Sendable {
  /// The time at which the request was sent.
  let sent: Date
  private let journal: CacheJournal
  private let position: ChangeJournal.Position
  private let generation: Int
  /// The position in the record of the call at which the request was passed on.
  private let mark: CallRecord.Mark?

  /// - Parameter generation: The generation of the store when the request is sent.
  init(for call: CacheCall? = nil, in journal: CacheJournal, sent: Date, generation: Int) {
    self.journal = journal
    self.sent = sent
    self.generation = generation
    position = journal.changes.position
    mark = call?.request.record?.mark()
  }

  /// What was sent for the call since then.
  func exchanges(of call: CacheCall) -> ArraySlice<Exchange> {
    guard let mark, let record = call.request.record else { return [] }
    return record.exchanges(since: mark)
  }

  /// Stores its response in memory, unless that is outdated. Returns false if it is.
  ///
  /// No change comes between the question and the storing: it is noted before what is stored is removed.
  func store(_ response: CachedResponse, in memory: MemoryCacheStore) -> Bool {
    journal.changes.ifUnchanged(response.head.key.url, since: position) {
      memory.store(response, in: generation)
    }
  }

  /// True if its response may be older than a change of the resource, or than the clearing of the store.
  func isOutdated(_ key: CachedResponse.Key, in generation: Int) -> Bool {
    generation != self.generation || journal.changes.isChanged(key.url, since: position)
  }
}

/// The responses that are being written to the store. They already answer calls, so that no call waits for a disk; and what
/// was dropped or has become outdated meanwhile answers none, although the store may have it until it is removed again.
struct PendingResponses: Sendable {
  private struct Entry {
    let ticket: Int
    let response: CachedResponse
    let fetch: CacheFetch
    var isDropped = false

    func isUsable(in generation: Int) -> Bool {
      !isDropped && !fetch.isOutdated(response.head.key, in: generation)
    }
  }

  /// What is known of a response before the store is asked.
  enum Answer {
    case found(CachedResponse)
    /// What the store has, or is about to have, must not be used.
    case unusable
    case unknown
  }

  /// The total size in bytes beyond which a call waits until its response is stored: a slow disk must not fill the
  /// memory.
  static let maximumSize = 16 << 20

  private var entries: [CachedResponse.Key: [Entry]] = [:]
  private var lastTicket = 0
  private var size = 0

  /// True if the waiting responses exceed ``maximumSize``.
  var isCrowded: Bool { size > Self.maximumSize }

  /// Adds a response. Returns the ticket by which it is removed.
  mutating func add(_ response: CachedResponse, of fetch: CacheFetch) -> Int {
    lastTicket += 1
    entries[response.head.key, default: []].append(
      Entry(ticket: lastTicket, response: response, fetch: fetch))
    size += response.body.count
    return lastTicket
  }

  /// True if the response, which has been written, may stay in the store.
  func isUsable(_ ticket: Int, of key: CachedResponse.Key, in generation: Int) -> Bool {
    entries[key]?.contains { $0.ticket == ticket && $0.isUsable(in: generation) } ?? false
  }

  /// Returns the latest response that may answer a request.
  func answer(for key: CachedResponse.Key, _ request: HTTPHeaders, in generation: Int) -> Answer {
    guard let suitable = entries[key]?.filter({ $0.response.head.answers(request) }), !suitable.isEmpty else {
      return .unknown
    }
    if let usable = suitable.last(where: { $0.isUsable(in: generation) }) { return .found(usable.response) }
    return .unusable
  }

  /// Removes a response that has been stored, or cannot be stored.
  mutating func remove(_ ticket: Int, of key: CachedResponse.Key) {
    guard let index = entries[key]?.firstIndex(where: { $0.ticket == ticket }) else { return }
    size -= entries[key]?.remove(at: index).response.body.count ?? 0
    if entries[key]?.isEmpty == true { entries[key] = nil }
  }

  /// Drops the responses under a key.
  mutating func drop(_ key: CachedResponse.Key) {
    for index in entries[key]?.indices ?? 0..<0 { entries[key]?[index].isDropped = true }
  }
}
