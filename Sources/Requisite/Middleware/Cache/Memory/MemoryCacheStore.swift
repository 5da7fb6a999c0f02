/// Keeps responses in memory, up to a number of bytes; the least recently used make room. What the process ends with is
/// gone.
public struct MemoryCacheStore: CacheStore {
  /// The most bytes that are kept.
  public let maximumSize: Int
  /// The size in bytes beyond which a body is not kept.
  public let maximumBodySize: Int
  private let state: Locked<MemoryCacheState>

  /// Makes an empty store. Copies of it are the same store.
  ///
  /// - Parameters:
  ///   - maximumSize: The most bytes that are kept: bodies, header fields and URLs, and 256 for each response. 16 MiB
  ///     by default, some hundreds of usual responses of an API.
  ///   - maximumBodySize: The size in bytes beyond which a body is not kept; by default an eighth of all, so that one
  ///     response cannot drive out the others.
  public init(maximumSize: Int = 16 << 20, maximumBodySize: Int? = nil) {
    self.maximumSize = max(0, maximumSize)
    self.maximumBodySize = maximumBodySize ?? self.maximumSize / 8
    state = Locked(MemoryCacheState(maximumSize: self.maximumSize))
  }

  /// How often all responses were forgotten.
  public var generation: Int { state.withLock { $0.generation } }

  /// The bytes that are kept now; never more than ``maximumSize``.
  public var size: Int { state.withLock { $0.size } }

  /// Finds a response, which then is the most recently used.
  public func lookUp(_ key: CacheKey, for request: HTTPHeaders) -> CacheLookup {
    state.withLock { $0.lookUp(key, for: request) }
  }

  /// Keeps a response. One that is larger than all there is room for is not kept.
  public func store(_ response: CachedResponse) {
    state.withLock { $0.store(response) }
  }

  /// Forgets the responses under a key.
  public func remove(_ key: CacheKey) {
    state.withLock { $0.remove(key) }
  }

  /// Forgets the responses of the key's URL, for whomever they are kept.
  public func removeEveryPartition(of key: CacheKey) {
    state.withLock { $0.removeEveryPartition(of: key) }
  }

  /// Forgets all responses.
  public func removeAll() {
    state.withLock { $0.removeAll() }
  }

  /// All that is kept, the least recently used first.
  public func entries() -> [CacheEntry] {
    state.withLock { $0.entries }
  }
}
