/// The folder of a disk cache. Its functions block until the disk has finished, and several processes may call them at
/// once: a response is written to another file and then moved to its place, and an open file keeps its content when
/// another one replaces it. What others can have written is neither used as the folder nor read as a record.
struct DiskCacheFolder: Sendable {
  let path: String
  /// The size in bytes of the largest body that is read.
  let maximumBodySize: Int

  func path(of name: String) -> String { "\(path)/\(name)" }

  /// Creates the folder, for its owner only, if it does not exist. One that others can write is an error (`EPERM`).
  func make() throws(FileFailure) {
    try PosixFile.makeOwnFolder(path)
  }

  /// Returns the head in a slot; nil if it is missing or damaged.
  func head(at name: String) throws(FileFailure) -> CachedResponse.Head? {
    guard let file = try open(name) else { return nil }
    let size = Int(clamping: try file.status().st_size)
    let start = try file.read(DiskCacheRecord.Prefix.length, at: 0)
    guard let prefix = DiskCacheRecord.prefix(start, ofFileOf: size, limit: .max) else { return nil }
    return DiskCacheRecord.decode(
      head: try file.read(prefix.headLength, at: Int64(DiskCacheRecord.Prefix.length)))
  }

  /// Returns the response in a slot if it has this key, without its body if it may not answer the request. A damaged one is
  /// removed.
  func response(at name: String, for key: CachedResponse.Key, _ request: HTTPHeaders) throws(FileFailure)
    -> CachedResponse?
  {
    guard let file = try open(name) else { return nil }
    let status = try file.status()
    let start = try file.read(DiskCacheRecord.Prefix.length, at: 0)
    let size = Int(clamping: status.st_size)
    guard let prefix = DiskCacheRecord.prefix(start, ofFileOf: size, limit: maximumBodySize) else {
      return dropped(name)
    }
    let headData = try file.read(prefix.headLength, at: Int64(start.count))
    guard let head = DiskCacheRecord.decode(head: headData) else { return dropped(name) }
    guard head.key == key else { return nil }
    guard head.answers(request) else { return CachedResponse(head: head, body: Data()) }
    let body = try file.read(prefix.bodyLength, at: Int64(start.count + headData.count))
    guard DiskCacheRecord.isWhole(head: headData, body: body, prefix) else { return dropped(name) }
    if Date().timeIntervalSince1970 - status.changed > 60 { Self.noteUse(of: file) }
    return CachedResponse(head: head, body: body)
  }

  /// Notes that a file was used. On a read-only disk its use is not noted, and it can be read all the same.
  private static func noteUse(of file: borrowing PosixFile) {
    do throws(FileFailure) { try file.touch() } catch {}
  }

  /// Writes a file as a whole: after a crash there is the old file, or a part that is never read.
  func write(_ data: Data, to name: String) throws(FileFailure) {
    var file = try PartialFile(for: path(of: name), named: path(of: DiskCacheName.newPartial()))
    try file.write(data)
    try file.finish(at: path(of: name), replacing: true, readers: .owner, synchronizing: true)
  }

  /// Removes the file in a slot. A folder, which cannot be a response, is left alone.
  func remove(_ name: String) throws(FileFailure) {
    if let status = PosixFile.status(of: path(of: name)), status.st_mode & S_IFMT != S_IFDIR {
      try PosixFile.remove(path(of: name))
    }
  }

  /// Returns all files of the cache, and creates its folder if that was removed. Abandoned partial files are removed;
  /// those that are being written are included.
  func files() throws(FileFailure) -> [DiskCacheBudget.File] {
    try make()
    var files: [DiskCacheBudget.File] = []
    for name in try PosixFile.names(inFolder: path) {
      guard DiskCacheName.isResponse(name) || DiskCacheName.isPartial(name) else { continue }
      guard let status = PosixFile.status(of: path(of: name)), status.st_mode & S_IFMT != S_IFDIR else {
        continue
      }
      if DiskCacheName.isPartial(name), try AbandonedFiles.remove(at: path(of: name)) { continue }
      files.append(
        DiskCacheBudget.File(name: name, size: Int(clamping: status.st_size), used: status.changed))
    }
    return files
  }

  /// Opens a record. Returns nil if nothing has that name, if it is a link, a pipe or a folder, or if another user owns it
  /// or can write it.
  private func open(_ name: String) throws(FileFailure) -> PosixFile? {
    do throws(FileFailure) {
      return try PosixFile(readingIfPresent: path(of: name), onlyOwn: true)
    } catch  where [.ELOOP, .EINVAL, .EISDIR, .ENXIO, .EPERM, .EACCES].contains(error.code) {
      return nil
    }
  }

  /// Removes a damaged record, which stays on a read-only disk and is not returned there either.
  private func dropped(_ name: String) -> CachedResponse? {
    do throws(FileFailure) { try remove(name) } catch {}
    return nil
  }
}

extension DiskCacheFolder {
  /// Returns the latest response among the slots of a key that may answer the request, else any other of the key.
  func find(_ key: CachedResponse.Key, for request: HTTPHeaders) throws(FileFailure) -> CachedResponse? {
    var (found, other): (CachedResponse?, CachedResponse?)
    for name in DiskCacheName.slots(of: key) {
      guard let response = try response(at: name, for: key, request) else { continue }
      guard response.head.answers(request) else {
        other = response
        continue
      }
      if found.map({ $0.head.generatedAt <= response.head.generatedAt }) ?? true { found = response }
    }
    return found ?? other
  }

  /// Writes a response to its slot, and creates the folder if it was removed.
  func store(_ record: Data, of head: CachedResponse.Head) throws(FileFailure) {
    let slot = try slot(for: head)
    if access(path, F_OK) != 0 { try make() }
    try write(record, to: slot)
  }

  /// Returns the slot for a response: that of the one that varies by the same values, else the first free slot, else
  /// that of the oldest one.
  func slot(for head: CachedResponse.Head) throws(FileFailure) -> String {
    let names = DiskCacheName.slots(of: head.key)
    var free: String?
    var oldest: (name: String, generatedAt: Date)?
    for name in names {
      guard let other = try self.head(at: name), other.key == head.key else {
        // A file cannot replace a folder, and does not replace a pipe.
        if PosixFile.status(of: path(of: name)).map(PosixFile.mayBeReplaced) ?? true {
          free = free ?? name
        }
        continue
      }
      if head.replaces(other) { return name }
      if oldest.map({ other.generatedAt < $0.generatedAt }) ?? true { oldest = (name, other.generatedAt) }
    }
    return free ?? oldest?.name ?? names[0]
  }
}

/// The names of files in the folder of a disk cache.
///
/// Each key has eight slots for responses, whose names are a hash of the key and do not reveal the URL.
struct DiskCacheName: Hashable, Sendable {
  /// The most responses of one key.
  static let slotCount = 8
  private static let ending = ".response"
  private static let partial = ".response-part"

  /// Returns the names of the slots of a key: a hash of the URL, a hash of the partition, and a number.
  static func slots(of key: CachedResponse.Key) -> [String] {
    let partition = SHA256.hexadecimal(key.partition).prefix(24)
    return (0..<slotCount).map { "\(start(of: key))\(partition)-\($0)\(ending)" }
  }

  /// True if the name is that of a response of the key's URL, in any partition.
  static func isResponse(_ name: String, ofURLOf key: CachedResponse.Key) -> Bool {
    isResponse(name) && name.hasPrefix(start(of: key))
  }

  private static func start(of key: CachedResponse.Key) -> String {
    "\(SHA256.hexadecimal(key.url).prefix(40))-"
  }

  static func isResponse(_ name: String) -> Bool { name.hasSuffix(ending) }

  static func isPartial(_ name: String) -> Bool { name.hasSuffix(partial) }

  /// Returns a new name for a partial file.
  static func newPartial() -> String {
    "\(getpid())-\(UInt64.random(in: .min ... .max))\(partial)"
  }
}
