/// A store that keeps responses in files of one folder, up to a number of bytes, and removes the least recently used ones
/// to make room.
///
/// A crash damages no stored response: each one is written to a file of its own, flushed to the disk (`fsync`) and then
/// moved to its slot, and its checksum is compared each time it is read. A damaged response is removed and never
/// returned; anything in its slot that is not a regular file of this user alone is ignored. On a read-only disk, the
/// stored responses can still be read. **Several processes may share the folder** without locks, because each move is
/// atomic: one process finds a response of another completely or not at all. A response that one process invalidates may
/// be stored again by another whose call was on its way.
///
/// Only their owner can read the files (0600) and a folder that the store creates (0700), whatever the umask. A folder that
/// belongs to another user, or that others can write, is refused, because they could put responses of their own there. The
/// files are not encrypted: they contain the header fields, including `Set-Cookie`, and the body of each response. URLs
/// are in the files, not in their names; credentials of requests are stored as a hash. Give the cache a folder of its own;
/// files with other names in it are left alone.
public struct DiskCacheStore: CacheStore {
  /// The folder that the responses are kept in.
  public let directory: URL
  /// The largest total size in bytes; with more than two processes, each further one may add a sixteenth.
  public let maximumSize: Int
  /// The size in bytes of the largest body that is stored.
  public let maximumBodySize: Int
  /// What the caches on this store know of each other; copies of the store share it.
  public let journal: CacheJournal? = CacheJournal()
  private let folder: DiskCacheFolder
  private let budget: Locked<DiskCacheBudget>
  private let clearings = Locked(0)
  private let reading = BlockingQueue("requisite.cache.reading", width: 4)
  private let writing = BlockingQueue("requisite.cache.writing")

  /// Opens the cache in a folder, which is created if it does not exist.
  ///
  /// - Parameters:
  ///   - directory: The folder that the responses are kept in.
  ///   - maximumSize: The largest total size in bytes. 64 MiB by default.
  ///   - maximumBodySize: The size in bytes of the largest body that is stored; by default, and at most, a sixteenth of
  ///     `maximumSize`.
  /// - Throws: ``NetworkRequestError/unknownError(_:)`` with the system's error (``FileFailure``) if the folder cannot be
  ///   created, belongs to another user or can be written by others (`EPERM`).
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

  /// The number of times that this process has removed all responses.
  public var generation: Int { clearings.withLock { $0 } }

  /// Finds a response, and marks it as used (to within a minute). If the key has only other variants, returns one of them,
  /// without its body.
  ///
  /// - Throws: ``NetworkRequestError/unknownError(_:)`` with the system's error if a file cannot be read.
  public func lookUp(
    _ key: CachedResponse.Key, for request: HTTPHeaders
  ) async throws(NetworkRequestError) -> CachedResponse? {
    try await run(on: reading) { try $0.find(key, for: request) }
  }

  /// Stores a response, and returns when it is on the disk.
  ///
  /// - Throws: ``NetworkRequestError/unknownError(_:)`` with the system's error, for example if the disk is full.
  public func store(_ response: CachedResponse) async throws(NetworkRequestError) {
    let budget = budget
    try await run(on: writing) { folder in
      let record = try DiskCacheRecord.encode(response, in: folder.path)
      if budget.withLock({ $0.add(record.count) }) {
        let files = try folder.files()
        let victims = budget.withLock { $0.victims(among: files, adding: record.count) }
        for victim in victims { try folder.remove(victim.name) }
      }
      try folder.store(record, of: response.head)
    }
  }

  /// Removes the responses under a key.
  ///
  /// - Throws: ``NetworkRequestError/unknownError(_:)`` with the system's error if a file cannot be removed.
  public func remove(_ key: CachedResponse.Key) async throws(NetworkRequestError) {
    try await run(on: writing) { folder in
      for name in DiskCacheName.slots(of: key) { try folder.remove(name) }
    }
  }

  /// Removes the responses of the key's URL in all partitions. Reads the names of all files.
  ///
  /// - Throws: ``NetworkRequestError/unknownError(_:)`` with the system's error if the folder cannot be read or a
  ///   file cannot be removed.
  public func removeEveryPartition(of key: CachedResponse.Key) async throws(NetworkRequestError) {
    try await run(on: writing) { folder in
      for file in try folder.files() where DiskCacheName.isResponse(file.name, ofURLOf: key) {
        try folder.remove(file.name)
      }
    }
  }

  /// Waits until all responses that were passed to the store are on the disk: for a program that is about to end, because
  /// the calls of a cache do not wait for the disk.
  public func flush() async {
    await writing.run {}
  }

  /// Removes all responses. Those that are on their way in other processes are stored when they arrive.
  ///
  /// - Throws: ``NetworkRequestError/unknownError(_:)`` with the system's error if the folder cannot be read or a
  ///   file cannot be removed.
  public func removeAll() async throws(NetworkRequestError) {
    clearings.withLock { $0 += 1 }
    try await run(on: writing) { folder in
      for file in try folder.files() where DiskCacheName.isResponse(file.name) {
        try folder.remove(file.name)
      }
    }
  }

  /// Lists all stored responses, the least recently used first (to within a minute). Reads the head of every file.
  ///
  /// - Throws: ``NetworkRequestError/unknownError(_:)`` with the system's error if the folder or a file cannot be read.
  public func entries() async throws(NetworkRequestError) -> [(head: CachedResponse.Head, size: Int)] {
    try await run(on: reading) { folder in
      try folder.files().sorted { $0.used < $1.used }.compactMap { file in
        guard DiskCacheName.isResponse(file.name) else { return nil }
        return try folder.head(at: file.name).map { (head: $0, size: file.size) }
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

/// Decides when a disk cache measures its folder, and which files it then removes.
///
/// Measuring before every write would cost more than the cache saves, and this process cannot count what others write. So
/// the folder is read before the first write, and again after each sixteenth of the limit. If the total is above seven
/// eighths of the limit, files are removed down to three quarters. One or two processes stay within the limit; each
/// further one may add a sixteenth.
struct DiskCacheBudget: Sendable {
  /// The name, the size and the last use of a file.
  struct File: Hashable, Sendable {
    var name: String
    var size: Int
    /// The time of the last use in seconds since 1970, to within a minute.
    var used: TimeInterval
  }

  let maximumSize: Int
  /// The number of bytes written since the folder was read; nil before the first time.
  private var written: Int?

  init(maximumSize: Int) {
    self.maximumSize = maximumSize
  }

  /// Counts the bytes of a write. Returns true if the folder must be read before it.
  mutating func add(_ size: Int) -> Bool {
    guard let written, written.saturatingSum(size) <= maximumSize / 16 else {
      written = size
      return true
    }
    self.written = written + size
    return false
  }

  /// Returns the responses to remove for `size` more bytes, the least recently used first. A partial file counts but stays:
  /// another process is writing it.
  func victims(among files: [File], adding size: Int) -> [File] {
    var total = files.reduce(size) { $0.saturatingSum($1.size) }
    guard total > maximumSize / 8 * 7 else { return [] }
    return files.filter { !DiskCacheName.isPartial($0.name) }.sorted { $0.used < $1.used }.prefix { file in
      guard total > maximumSize / 4 * 3 else { return false }
      total -= file.size
      return true
    }.map(\.self)
  }
}

extension CacheStore where Self == DiskCacheStore {
  /// The cache in a folder, as in `.cached(in: try .disk(at: folder))`.
  ///
  /// - Throws: What ``DiskCacheStore/init(directory:maximumSize:maximumBodySize:)`` throws.
  public static func disk(
    at directory: URL, maximumSize: Int = 64 << 20
  ) throws(NetworkRequestError) -> DiskCacheStore {
    try DiskCacheStore(directory: directory, maximumSize: maximumSize)
  }
}
