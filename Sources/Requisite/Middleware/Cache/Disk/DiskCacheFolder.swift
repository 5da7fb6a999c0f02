/// The folder of a disk cache. Its functions wait for the disk, and may run in several processes at once: a response is
/// written beside its place and moved there whole, and an open file stays what it is when another takes its name.
struct DiskCacheFolder: Sendable {
  let path: String
  /// The size in bytes beyond which a body is not read.
  let maximumBodySize: Int

  func path(of name: String) -> String { "\(path)/\(name)" }

  /// Makes the folder, for its owner alone, where it is not there.
  func make() throws(POSIXError) {
    try PosixFile.makeFolder(path)
  }

  /// The head at a place; nil if it is missing or damaged.
  func head(at name: String) throws(POSIXError) -> CachedHead? {
    guard let file = try open(name) else { return nil }
    let size = Int(try file.status().st_size)
    let start = try file.read(DiskCacheRecord.Prefix.length, at: 0)
    guard let prefix = DiskCacheRecord.prefix(start, ofFileOf: size, limit: .max) else { return nil }
    return DiskCacheRecord.decode(head: try file.read(prefix.headLength, at: DiskCacheRecord.Prefix.length))
  }

  /// The response at a place, where it is for `key` and the request. One that is damaged is removed.
  func response(at name: String, for key: CacheKey, _ request: HTTPHeaders) throws(POSIXError)
    -> DiskCacheFinding
  {
    guard let file = try open(name) else { return .nothing }
    let status = try file.status()
    let start = try file.read(DiskCacheRecord.Prefix.length, at: 0)
    let size = Int(status.st_size)
    guard let prefix = DiskCacheRecord.prefix(start, ofFileOf: size, limit: maximumBodySize) else {
      return try dropped(name)
    }
    let headData = try file.read(prefix.headLength, at: start.count)
    guard let head = DiskCacheRecord.decode(head: headData) else { return try dropped(name) }
    guard head.key == key else { return .nothing }
    guard head.varying.select(request) else { return .otherVariant }
    let body = try file.read(prefix.bodyLength, at: start.count + headData.count)
    guard DiskCacheRecord.isWhole(head: headData, body: body, prefix) else { return try dropped(name) }
    if Date().timeIntervalSince1970 - status.changed > 60 { try file.touch() }
    return .response(CachedResponse(head: head, body: body))
  }

  /// Writes a file whole: a crash leaves the old one, or a part that no one reads.
  func write(_ data: Data, to name: String) throws(POSIXError) {
    var file = try PartialFile(for: path(of: name), named: path(of: DiskCacheName.newPartial()))
    try file.write(data)
    try file.finish(at: path(of: name), replacing: true, readers: .owner, synchronizing: true)
  }

  /// Removes what stands at a place; a folder, which is no response, is left alone.
  func remove(_ name: String) throws(POSIXError) {
    if let status = PosixFile.status(of: path(of: name)), status.st_mode & S_IFMT != S_IFDIR {
      try PosixFile.remove(path(of: name))
    }
  }

  /// All files of the cache, whose folder is made again where it was removed. Partial files whose process is gone are
  /// removed on the way; those that are being written are counted.
  func files() throws -> [DiskCacheBudget.File] {
    try make()
    let now = Date().timeIntervalSince1970
    return try FileManager.default.contentsOfDirectory(atPath: path).compactMap { name in
      guard DiskCacheName.isResponse(name) || DiskCacheName.isPartial(name) else { return nil }
      guard let status = PosixFile.status(of: path(of: name)), status.st_mode & S_IFMT != S_IFDIR else {
        return nil
      }
      if DiskCacheName.isPartial(name), DiskCacheName.isAbandoned(name, untouchedFor: now - status.changed) {
        try PosixFile.remove(path(of: name))
        return nil
      }
      return DiskCacheBudget.File(name: name, size: Int(status.st_size), used: status.changed)
    }
  }

  /// Opens a record; nil if nothing has that name, or it is a link, a pipe or a folder.
  private func open(_ name: String) throws(POSIXError) -> PosixFile? {
    do throws(POSIXError) {
      return try PosixFile(readingIfPresent: path(of: name))
    } catch  where [.ELOOP, .EINVAL, .EISDIR, .ENXIO].contains(error.code) {
      return nil
    }
  }

  private func dropped(_ name: String) throws(POSIXError) -> DiskCacheFinding {
    try remove(name)
    return .nothing
  }
}

/// What is at one place of a key.
enum DiskCacheFinding: Sendable {
  case response(CachedResponse)
  case otherVariant
  case nothing
}

extension DiskCacheFolder {
  /// The latest response among the places of a key that the request may have.
  func find(_ key: CacheKey, for request: HTTPHeaders) throws(POSIXError) -> CacheLookup {
    var found: CachedResponse?
    var hasOthers = false
    for name in DiskCacheName.places(of: key) {
      switch try response(at: name, for: key, request) {
      case .response(let response):
        if found.map({ $0.head.made <= response.head.made }) ?? true { found = response }
      case .otherVariant: hasOthers = true
      case .nothing: break
      }
    }
    return found.map(CacheLookup.found) ?? (hasOthers ? .otherVariants : .nothing)
  }

  /// Writes a response to its place. A folder that was removed is made again.
  func store(_ record: Data, of head: CachedHead) throws {
    let place = try place(for: head)
    if access(path, F_OK) != 0 { try make() }
    try write(record, to: place)
  }

  /// Where a response goes: in place of the one that varies by the same values, else to the first free place, else in place
  /// of the oldest.
  func place(for head: CachedHead) throws(POSIXError) -> String {
    let names = DiskCacheName.places(of: head.key)
    var free: String?
    var oldest: (name: String, made: Date)?
    for name in names {
      guard let other = try self.head(at: name), other.key == head.key else {
        // A folder can't be replaced by a file.
        if PosixFile.status(of: path(of: name)).map({ $0.st_mode & S_IFMT != S_IFDIR }) ?? true {
          free = free ?? name
        }
        continue
      }
      if other.varying == head.varying { return name }
      if oldest.map({ other.made < $0.made }) ?? true { oldest = (name, other.made) }
    }
    return free ?? oldest?.name ?? names[0]
  }
}

/// The names of files in the folder of a disk cache.
///
/// A response lies in one of eight places that its key has, whose names are a hash of the key: no name tells a URL. A partial
/// file has the process in its name, so that others can tell when its writer is gone.
struct DiskCacheName: Hashable, Sendable {
  /// How many responses of one key are kept.
  static let placeCount = 8
  private static let ending = ".response"
  private static let partial = ".response-part"

  /// The names of the places of a key: a hash of the URL, one of the partition, and a number.
  static func places(of key: CacheKey) -> [String] {
    let partition = SHA256.hexadecimal(key.partition).prefix(24)
    return (0..<placeCount).map { "\(start(of: key))\(partition)-\($0)\(ending)" }
  }

  /// Whether that is the name of a response of the key's URL, in whatever partition.
  static func isResponse(_ name: String, ofURLOf key: CacheKey) -> Bool {
    isResponse(name) && name.hasPrefix(start(of: key))
  }

  private static func start(of key: CacheKey) -> String { "\(SHA256.hexadecimal(key.url).prefix(40))-" }

  static func isResponse(_ name: String) -> Bool { name.hasSuffix(ending) }

  static func isPartial(_ name: String) -> Bool { name.hasSuffix(partial) }

  /// A new name for a partial file.
  static func newPartial() -> String {
    "\(getpid())-\(UInt64.random(in: .min ... .max))\(partial)"
  }

  /// Whether the file will not be finished: its process is gone, or it has not grown for ten minutes. (The process of
  /// another machine that shares the folder may look gone: then it fails to store a response.)
  static func isAbandoned(_ name: String, untouchedFor age: TimeInterval) -> Bool {
    guard let process = name.split(separator: "-").first.flatMap({ pid_t($0) }), process > 0 else {
      return false
    }
    return age > 600 || (kill(process, 0) != 0 && errno == ESRCH)
  }
}
