/// Keeps the responses of a cache: in memory, on disk, or in a store of your own.
///
/// Use ``MemoryCacheStore`` or ``DiskCacheStore``. Several stacks can share one store if they may share responses. To
/// write a store, keep each response under its key, and side by side those of one key that do not replace each other
/// (``CachedResponse/Head/replaces(_:)``), and give it a ``journal``. A store may drop any response at any time, and decides nothing about freshness. All
/// functions may be called from many tasks at once.
///
/// A store that throws does not fail a call: the call goes to the server, and `onStoreFailure` of
/// ``Transport/cached(in:policy:onStoreFailure:clock:)`` receives the error.
public protocol CacheStore: Sendable {
  /// The size in bytes of the largest body that the store keeps. Larger ones are not passed to it.
  var maximumBodySize: Int { get }

  /// The number of times that all responses were removed.
  ///
  /// A response that was on its way meanwhile is not stored, because it may be that of a user who has logged out. Always
  /// 0 if a store does not count; then such responses are stored when they arrive.
  var generation: Int { get }

  /// What the caches on this store know of each other: create one with the store, and return the same each time.
  ///
  /// Nil by default; then each stack knows only its own calls, and one may store a response that another has made outdated.
  var journal: CacheJournal? { get }

  /// Finds the response that may answer a request with these header fields: the latest (``CachedResponse/Head/generatedAt``) of those
  /// under `key` whose ``CachedResponse/Head/answers(_:)`` is true.
  ///
  /// If no response under the key may answer it, returns any of them, with or without its body. The cache compares the
  /// fields again, so it only learns that the URL has other variants (`Vary`). Nil if the key has no response.
  func lookUp(_ key: CachedResponse.Key, for request: HTTPHeaders) async throws(NetworkRequestError)
    -> CachedResponse?

  /// Stores a response, in place of the one that it replaces (``CachedResponse/Head/replaces(_:)``).
  func store(_ response: CachedResponse) async throws(NetworkRequestError)

  /// Removes all responses under a key.
  func remove(_ key: CachedResponse.Key) async throws(NetworkRequestError)

  /// Removes the responses of the key's URL in all partitions, because the resource was changed. By default this searches
  /// all ``entries()``.
  func removeEveryPartition(of key: CachedResponse.Key) async throws(NetworkRequestError)

  /// Removes all responses, and adds 1 to ``generation``.
  func removeAll() async throws(NetworkRequestError)

  /// Lists all stored responses, the least recently used first: each without its body, and with the number of bytes that it
  /// takes in the store.
  func entries() async throws(NetworkRequestError) -> [(head: CachedResponse.Head, size: Int)]
}

extension CacheStore {
  /// Always 0: the store does not count.
  public var generation: Int { 0 }

  /// Nil: each stack knows only its own calls.
  public var journal: CacheJournal? { nil }

  /// Removes the responses of the URL that a search of all ``entries()`` finds.
  public func removeEveryPartition(of key: CachedResponse.Key) async throws(NetworkRequestError) {
    for entry in try await entries() where entry.head.key.url == key.url { try await remove(entry.head.key) }
  }

  /// Removes the responses of a URL in all partitions; those on their way are not stored.
  ///
  /// - Throws: The store's error.
  public func remove(_ url: URL) async throws(NetworkRequestError) {
    guard let key = CachedResponse.Key(changed: url) else { return }
    journal?.invalidate(key)
    // What was looked up before it was removed is outdated, too.
    defer { journal?.invalidate(key) }
    try await removeEveryPartition(of: key)
  }
}

/// A response as a ``CacheStore`` keeps it.
public struct CachedResponse: Sendable {
  /// All parts of the response except the body.
  public var head: CachedResponse.Head
  /// The body, after decompression.
  public var body: Data

  /// Creates a response from its head and its body.
  public init(head: CachedResponse.Head, body: Data) {
    self.head = head
    self.body = body
  }
}
