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
