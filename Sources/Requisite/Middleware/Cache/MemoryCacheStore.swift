/// A store that keeps responses in memory, up to a number of bytes, and drops the least recently used ones to make room.
///
/// The responses are lost when the process ends.
public struct MemoryCacheStore: CacheStore {
  /// The largest total size of the responses, in bytes.
  public let maximumSize: Int
  /// The size in bytes of the largest body that is stored.
  public let maximumBodySize: Int
  /// What the caches on this store know of each other; copies of the store share it.
  public let journal: CacheJournal? = CacheJournal()
  private let state: Locked<MemoryCacheState>

  /// Creates an empty store. Copies share its responses.
  ///
  /// - Parameters:
  ///   - maximumSize: The largest total size in bytes: bodies, header fields and URLs, and 256 for each response. 16 MiB
  ///     by default, some hundreds of usual responses of an API.
  ///   - maximumBodySize: The size in bytes of the largest body that is stored; by default an eighth of `maximumSize`, so
  ///     that one response cannot displace all others.
  public init(maximumSize: Int = 16 << 20, maximumBodySize: Int? = nil) {
    self.maximumSize = max(0, maximumSize)
    self.maximumBodySize = maximumBodySize ?? self.maximumSize / 8
    state = Locked(MemoryCacheState(maximumSize: self.maximumSize))
  }

  /// The number of times that all responses were removed.
  public var generation: Int { state.withLock { $0.generation } }

  /// The current size of the responses in bytes; never more than ``maximumSize``.
  public var size: Int { state.withLock { $0.size } }

  /// Finds a response, and marks it as the most recently used. If the key has only other variants, returns one of them.
  public func lookUp(_ key: CacheKey, for request: HTTPHeaders) -> CachedResponse? {
    state.withLock { $0.lookUp(key, for: request) }
  }

  /// Stores a response, unless it is larger than ``maximumSize``.
  public func store(_ response: CachedResponse) {
    state.withLock { $0.store(response) }
  }

  /// Removes the responses under a key.
  public func remove(_ key: CacheKey) {
    state.withLock { $0.remove(key) }
  }

  /// Removes the responses of the key's URL in all partitions.
  public func removeEveryPartition(of key: CacheKey) {
    state.withLock { $0.removeEveryPartition(of: key) }
  }

  /// Removes all responses, and adds 1 to ``generation``.
  public func removeAll() {
    state.withLock { $0.removeAll() }
  }

  /// Lists all stored responses, the least recently used first.
  public func entries() -> [(head: CachedHead, size: Int)] {
    state.withLock { $0.entries }
  }
}
