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

  /// The head at a place; nil where there is none, or a damaged one.
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

  /// Opens a record; nil where there is none, or something that is no file: a link, a pipe, a folder.
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
