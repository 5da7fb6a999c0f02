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
  public func lookUp(_ key: CachedResponse.Key, for request: HTTPHeaders) -> CachedResponse? {
    state.withLock { $0.lookUp(key, for: request) }
  }

  /// Stores a response, unless it is larger than ``maximumSize``.
  public func store(_ response: CachedResponse) {
    state.withLock { $0.store(response) }
  }

  /// Stores a response if ``generation`` is this one. Returns false if it is not.
  func store(_ response: CachedResponse, in generation: Int) -> Bool {
    state.withLock { state in
      guard state.generation == generation else { return false }
      state.store(response)
      return true
    }
  }

  /// Removes the responses under a key.
  public func remove(_ key: CachedResponse.Key) {
    state.withLock { $0.remove(key) }
  }

  /// Removes the responses of the key's URL in all partitions.
  public func removeEveryPartition(of key: CachedResponse.Key) {
    state.withLock { $0.removeEveryPartition(of: key) }
  }

  /// Removes all responses, and adds 1 to ``generation``.
  public func removeAll() {
    state.withLock { $0.removeAll() }
  }

  /// Lists all stored responses, the least recently used first.
  public func entries() -> [(head: CachedResponse.Head, size: Int)] {
    state.withLock { $0.entries }
  }
}

/// The responses by key, and the order of their use as a list that is linked through an array. A look-up or a change of
/// one key takes constant time, however many responses there are.
struct MemoryCacheState: Sendable {
  /// The total size of the responses, in bytes.
  private(set) var size = 0
  /// The number of times that all responses were removed.
  private(set) var generation = 0
  private let maximumSize: Int
  private var nodes: [Node] = []
  private var free: [Int] = []
  /// The slot of the variant of a key that was stored last, which leads to the others.
  private var slots: [CachedResponse.Key: Int] = [:]
  private var uses: UInt64 = 0
  private var newest: Int?
  private var oldest: Int?

  private struct Node {
    var response: CachedResponse?
    var size: Int
    var older: Int?
    var newer: Int?
    /// The slot of the variant of the key that was stored before this one.
    var sibling: Int?
    /// The number of the last use among all uses.
    var lastUse: UInt64 = 0
  }

  /// The most responses of one key. With more, `Vary` names a field that differs in each request.
  static let maximumVariants = 16

  init(maximumSize: Int) {
    self.maximumSize = maximumSize
  }

  mutating func lookUp(_ key: CachedResponse.Key, for request: HTTPHeaders) -> CachedResponse? {
    guard let first = slots[key] else { return nil }
    var found: (slot: Int, response: CachedResponse)?
    var next: Int? = first
    while let slot = next {
      next = nodes[slot].sibling
      guard let response = nodes[slot].response, response.head.answers(request) else { continue }
      if let other = found, other.response.head.generatedAt >= response.head.generatedAt { continue }
      found = (slot, response)
    }
    guard let found else { return nodes[first].response }
    unlink(found.slot)
    linkAsNewest(found.slot)
    return found.response
  }

  mutating func store(_ response: CachedResponse) {
    let head = response.head
    let size = Self.size(of: response)
    guard size <= maximumSize else {
      if let first = slots[head.key] { evictIfFull(for: head, amongVariantsFrom: first) }
      return
    }
    let slot = free.popLast() ?? nodes.count
    let node = Node(response: response, size: size)
    if slot == nodes.count { nodes.append(node) } else { nodes[slot] = node }
    self.size += size
    linkAsNewest(slot)
    let first = slots.updateValue(slot, forKey: head.key)
    nodes[slot].sibling = first
    if let first { evictIfFull(for: head, amongVariantsFrom: first) }
    while self.size > maximumSize, let oldest { remove(at: oldest) }
  }

  mutating func remove(_ key: CachedResponse.Key) {
    while let slot = slots[key] { remove(at: slot) }
  }

  /// Removes the responses of a URL in all partitions. This compares all keys, because changes are rare compared with
  /// reads.
  mutating func removeEveryPartition(of key: CachedResponse.Key) {
    for other in slots.keys.filter({ $0.url == key.url }) { remove(other) }
  }

  mutating func removeAll() {
    let generation = generation
    self = MemoryCacheState(maximumSize: maximumSize)
    self.generation = generation + 1
  }

  var entries: [(head: CachedResponse.Head, size: Int)] {
    var entries: [(head: CachedResponse.Head, size: Int)] = []
    var next = oldest
    while let slot = next {
      if let response = nodes[slot].response {
        entries.append((response.head, nodes[slot].size))
      }
      next = nodes[slot].newer
    }
    return entries
  }

  /// Returns the size of a response in bytes: its body, header fields and key, and 256 for bookkeeping.
  static func size(of response: CachedResponse) -> Int {
    let head = response.head
    let varying = head.varying.fields.reduce(0) { $0 + $1.name.utf8.count + ($1.value?.utf8.count ?? 0) }
    return response.body.count + head.headers.byteCount + varying + head.key.url.utf8.count
      + head.key.partition.utf8.count
      + 256
  }

  /// Removes the variant that a response replaces, or, if there are too many, the least recently used one.
  private mutating func evictIfFull(for head: CachedResponse.Head, amongVariantsFrom first: Int) {
    var (next, count, leastUsed) = (Optional(first), 0, first)
    while let slot = next {
      if let other = nodes[slot].response?.head, head.replaces(other) { return remove(at: slot) }
      if nodes[slot].lastUse < nodes[leastUsed].lastUse { leastUsed = slot }
      count += 1
      next = nodes[slot].sibling
    }
    if count >= Self.maximumVariants { remove(at: leastUsed) }
  }

  private mutating func remove(at slot: Int) {
    unlink(slot)
    if let key = nodes[slot].response?.head.key { unlink(slot, of: key) }
    size -= nodes[slot].size
    nodes[slot] = Node(response: nil, size: 0)
    free.append(slot)
  }

  /// Takes a slot out of the variants of its key.
  private mutating func unlink(_ slot: Int, of key: CachedResponse.Key) {
    let next = nodes[slot].sibling
    guard let index = slots.index(forKey: key) else { return }
    if slots.values[index] != slot {
      var newer = slots.values[index]
      while let older = nodes[newer].sibling, older != slot { newer = older }
      nodes[newer].sibling = next
    } else if let next {
      slots.values[index] = next
    } else {
      slots.remove(at: index)
    }
  }

  private mutating func unlink(_ slot: Int) {
    let (older, newer) = (nodes[slot].older, nodes[slot].newer)
    if let older { nodes[older].newer = newer } else { oldest = newer }
    if let newer { nodes[newer].older = older } else { newest = older }
    (nodes[slot].older, nodes[slot].newer) = (nil, nil)
  }

  private mutating func linkAsNewest(_ slot: Int) {
    uses += 1
    nodes[slot].lastUse = uses
    nodes[slot].older = newest
    if let newest { nodes[newest].newer = slot } else { oldest = slot }
    newest = slot
  }
}
