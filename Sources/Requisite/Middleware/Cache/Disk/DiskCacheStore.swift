/// Keeps responses in files of one folder, up to a number of bytes; the least recently used make room.
///
/// It survives whatever ends the process: a response is written to a file of its own, brought to the disk (`fsync`) and then
/// moved to its place, and its checksum is compared each time it is read. A damaged response is dropped and never returned,
/// and so is anything in its place that is no regular file. **Several processes may share the folder** without locks, for
/// each such move is atomic: one finds a response of the other whole or not at all. What one process invalidates, another
/// may store again from a call that was on its way.
///
/// Only their owner can read the files (0600) and a folder made here (0700), whatever the umask. They are not encrypted:
/// header fields and bodies lie there as they came, `Set-Cookie` among them; URLs stand within the files, not in their
/// names; credentials of requests are stored as a hash. Give the cache a folder of its own; files with other names in it are
/// left alone.
public struct DiskCacheStore: CacheStore {
  /// The folder that the responses are kept in.
  public let directory: URL
  /// The most bytes that are kept; with more than two processes, each further one may add a sixteenth.
  public let maximumSize: Int
  /// The size in bytes beyond which a body is not kept.
  public let maximumBodySize: Int
  private let folder: DiskCacheFolder
  private let budget: Locked<DiskCacheBudget>
  private let clearings = Locked(0)
  private let reading = BlockingQueue("requisite.cache.reading", width: 4)
  private let writing = BlockingQueue("requisite.cache.writing")

  /// Opens the cache in a folder, which is made where it is not there.
  ///
  /// - Parameters:
  ///   - directory: The folder.
  ///   - maximumSize: The most bytes that are kept. 64 MiB by default.
  ///   - maximumBodySize: The size in bytes beyond which a body is not kept; by default, and at most, a sixteenth of all.
  /// - Throws: ``NetworkRequestError/unknownError(_:)`` with the system's error where there can be no such folder.
  public init(
    directory: URL, maximumSize: Int = 64 << 20, maximumBodySize: Int? = nil
  ) throws(NetworkRequestError) {
    self.directory = directory
    self.maximumSize = max(0, maximumSize)
    self.maximumBodySize = min(maximumBodySize ?? .max, self.maximumSize / 16)
    folder = DiskCacheFolder(path: directory.path, maximumBodySize: self.maximumBodySize)
    budget = Locked(DiskCacheBudget(maximumSize: self.maximumSize))
    do { try folder.make() } catch { throw NetworkRequestError(error) }
  }

  /// How often this process has forgotten all responses.
  public var generation: Int { clearings.withLock { $0 } }

  /// Finds a response.
  ///
  /// - Throws: ``NetworkRequestError/unknownError(_:)`` with the system's error where a file cannot be read.
  public func lookUp(
    _ key: CacheKey, for request: HTTPHeaders
  ) async throws(NetworkRequestError) -> CacheLookup {
    try await run(on: reading) { try $0.find(key, for: request) }
  }

  /// Keeps a response; returns once it is safely on the disk.
  ///
  /// - Throws: ``NetworkRequestError/unknownError(_:)`` with the system's error, as where the disk is full.
  public func store(_ response: CachedResponse) async throws(NetworkRequestError) {
    let budget = budget
    try await run(on: writing) { folder in
      let record = try DiskCacheRecord.encode(response)
      if budget.withLock({ $0.add(record.count) }) {
        let files = try folder.files()
        let victims = budget.withLock { $0.victims(among: files, adding: record.count) }
        for victim in victims { try folder.remove(victim.name) }
      }
      try folder.store(record, of: response.head)
    }
  }

  /// Forgets the responses under a key.
  public func remove(_ key: CacheKey) async throws(NetworkRequestError) {
    try await run(on: writing) { folder in
      for name in DiskCacheName.places(of: key) { try folder.remove(name) }
    }
  }

  /// Forgets the responses of the key's URL in all partitions. Reads the names of all files.
  public func removeEveryPartition(of key: CacheKey) async throws(NetworkRequestError) {
    try await run(on: writing) { folder in
      for file in try folder.files() where DiskCacheName.isResponse(file.name, ofURLOf: key) {
        try folder.remove(file.name)
      }
    }
  }

  /// Returns once all responses that were handed to the store are on the disk: for a program that is about to end. A cache
  /// does not make its callers wait for the disk.
  public func flush() async {
    await writing.run {}
  }

  /// Forgets all responses. Those that are on their way in other processes are stored when they come.
  public func removeAll() async throws(NetworkRequestError) {
    clearings.withLock { $0 += 1 }
    try await run(on: writing) { folder in
      for file in try folder.files() where DiskCacheName.isResponse(file.name) {
        try folder.remove(file.name)
      }
    }
  }

  /// All that is kept, the least recently used first (to within a minute). Reads the head of every file.
  public func entries() async throws(NetworkRequestError) -> [CacheEntry] {
    try await run(on: reading) { folder in
      try folder.files().sorted { $0.used < $1.used }.compactMap { file in
        guard DiskCacheName.isResponse(file.name) else { return nil }
        return try folder.head(at: file.name).map { CacheEntry(head: $0, size: file.size) }
      }
    }
  }

  private func run<Value: Sendable>(
    on queue: BlockingQueue, _ work: @escaping @Sendable (DiskCacheFolder) throws -> Value
  ) async throws(NetworkRequestError) -> Value {
    let folder = folder
    return try await queue.run { () throws(NetworkRequestError) in
      do { return try work(folder) } catch { throw NetworkRequestError(error) }
    }
  }
}

/// When a disk cache looks at how much lies in its folder, and what it then removes.
///
/// Counting every time would cost more than the cache saves, and this process can't count what others write. So the folder is
/// read before the first write and then after each sixteenth of the limit; what is above seven eighths is brought down to
/// three quarters. One process or two stay within the limit; each further one may add a sixteenth.
struct DiskCacheBudget: Sendable {
  /// A file, as far as it matters here.
  struct File: Hashable, Sendable {
    var name: String
    var size: Int
    /// When it was last used, to within a minute.
    var used: TimeInterval
  }

  let maximumSize: Int
  /// The bytes written since the folder was looked through; nil before the first time.
  private var written: Int?

  init(maximumSize: Int) {
    self.maximumSize = maximumSize
  }

  /// Counts what is about to be written. Returns whether the folder must be looked through before.
  mutating func add(_ size: Int) -> Bool {
    guard let written, written + size <= maximumSize / 16 else {
      written = size
      return true
    }
    self.written = written + size
    return false
  }

  /// What has to go, the least recently used first, for `size` more bytes.
  func victims(among files: [File], adding size: Int) -> [File] {
    var total = files.reduce(size) { $0 + $1.size }
    guard total > maximumSize / 8 * 7 else { return [] }
    return files.sorted { $0.used < $1.used }.prefix { file in
      guard total > maximumSize / 4 * 3 else { return false }
      total -= file.size
      return true
    }.map(\.self)
  }
}
