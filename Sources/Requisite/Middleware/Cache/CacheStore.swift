/// Where a cache keeps responses: in memory, on disk, or in a place of your own.
///
/// Use ``MemoryCacheStore`` or ``DiskCacheStore``, and one of them for several stacks where they may share responses.
/// To write one, keep every response under its key, those of one key side by side that differ in
/// ``CachedHead/varying``, and drop what you like when you like: a cache is allowed to forget. It decides nothing
/// about freshness. All functions may be called from many tasks at once.
///
/// A store that throws does not fail a call: the call goes to the server, and its ``CacheDecision`` says why.
public protocol CacheStore: Sendable {
  /// The size in bytes beyond which a body need not be offered.
  var maximumBodySize: Int { get }

  /// How often all responses were forgotten. A response that was on its way meanwhile is not stored: it may be that of a
  /// user who has logged out. Always 0 where a store does not count; then such responses are stored when they come.
  var generation: Int { get }

  /// Finds the response that a request with these header fields may have: the latest (``CachedHead/made``) of those
  /// under `key` whose ``CachedHead/varying`` selects the request.
  func lookUp(_ key: CacheKey, for request: HTTPHeaders) async throws(NetworkRequestError) -> CacheLookup

  /// Keeps a response, in place of the one of the same key that varies by the same values.
  func store(_ response: CachedResponse) async throws(NetworkRequestError)

  /// Forgets all responses under a key.
  func remove(_ key: CacheKey) async throws(NetworkRequestError)

  /// Forgets the responses of the key's URL in all partitions, because the resource was changed. By default this looks
  /// through ``entries()``.
  func removeEveryPartition(of key: CacheKey) async throws(NetworkRequestError)

  /// Forgets all responses, and counts on in ``generation``.
  func removeAll() async throws(NetworkRequestError)

  /// All that is kept, the least recently used first.
  func entries() async throws(NetworkRequestError) -> [CacheEntry]
}

extension CacheStore {
  /// Always 0: the store does not count.
  public var generation: Int { 0 }

  /// Looks through all entries for those of the URL.
  public func removeEveryPartition(of key: CacheKey) async throws(NetworkRequestError) {
    for entry in try await entries() where entry.head.key.url == key.url { try await remove(entry.head.key) }
  }

  /// Forgets the responses of a URL in all partitions.
  ///
  /// - Throws: What the store throws.
  public func remove(_ url: URL) async throws(NetworkRequestError) {
    guard let key = CacheKey(changed: url) else { return }
    try await removeEveryPartition(of: key)
  }
}

/// What a ``CacheStore`` has for a request.
public enum CacheLookup: Sendable {
  /// The response that the request may have.
  case found(CachedResponse)
  /// Responses under that key, for other requests.
  case otherVariants
  /// No response under that key.
  case nothing
}

/// A response as a ``CacheStore`` keeps it.
public struct CachedResponse: Sendable {
  /// All but the body.
  public var head: CachedHead
  /// The body, after decompression.
  public var body: Data

  /// Puts a head and a body together.
  public init(head: CachedHead, body: Data) {
    self.head = head
    self.body = body
  }
}

/// A line in the list of what a ``CacheStore`` keeps.
public struct CacheEntry: Sendable, Hashable {
  /// The response without its body.
  public let head: CachedHead
  /// The bytes that it takes in the store.
  public let size: Int

  /// Makes an entry for a store of your own.
  public init(head: CachedHead, size: Int) {
    self.head = head
    self.size = size
  }
}
