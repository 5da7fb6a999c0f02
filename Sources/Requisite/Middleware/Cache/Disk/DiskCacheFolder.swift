/// The folder of a disk cache. Its functions wait for the disk, and may run in several processes at once: a response is
/// written beside its place and moved there whole, and an open file stays what it is when another takes its name.
struct DiskCacheFolder: Sendable {
  let path: String

  func path(of name: String) -> String { "\(path)/\(name)" }

  /// Makes the folder, for its owner alone, where it is not there.
  func make() throws {
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// The head at a place; nil where there is none, or a damaged one.
  func head(at name: String) throws(POSIXError) -> CachedHead? {
    guard let file = try PosixFile(readingIfPresent: path(of: name)) else { return nil }
    let size = Int(try file.status().st_size)
    let start = try file.read(DiskCacheRecord.Prefix.length, at: 0)
    guard let prefix = DiskCacheRecord.prefix(start, ofFileOf: size) else { return nil }
    return DiskCacheRecord.decode(head: try file.read(prefix.headLength, at: DiskCacheRecord.Prefix.length))
  }

  /// The response at a place, where it is for `key` and the request. One that is damaged is removed.
  func response(at name: String, for key: CacheKey, _ request: HTTPHeaders) throws(POSIXError)
    -> DiskCacheFinding
  {
    guard let file = try PosixFile(readingIfPresent: path(of: name)) else { return .nothing }
    let status = try file.status()
    let start = try file.read(DiskCacheRecord.Prefix.length, at: 0)
    guard let prefix = DiskCacheRecord.prefix(start, ofFileOf: Int(status.st_size)) else {
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

  /// Writes a file whole: a crash leaves the old one, or a part that nobody reads.
  func write(_ data: Data, to name: String) throws(POSIXError) {
    let partial = path(of: DiskCacheName.newPartial())
    do throws(POSIXError) {
      let file = try PosixFile(creating: partial)
      try file.write(data)
      try file.synchronize()
      try PosixFile.check(rename(partial, path(of: name)), path(of: name))
    } catch {
      unlink(partial)
      throw error
    }
  }

  /// All files of the cache, whose folder is made again where somebody removed it. What nobody will finish is removed on the way; what somebody is writing is counted.
  func files() throws -> [DiskCacheBudget.File] {
    try make()
    let now = Date().timeIntervalSince1970
    return try FileManager.default.contentsOfDirectory(atPath: path).compactMap { name in
      guard DiskCacheName.isResponse(name) || DiskCacheName.isPartial(name) else { return nil }
      var status = stat()
      guard lstat(path(of: name), &status) == 0 else { return nil }
      if DiskCacheName.isPartial(name), DiskCacheName.isAbandoned(name, untouchedFor: now - status.changed) {
        try PosixFile.remove(path(of: name))
        return nil
      }
      return DiskCacheBudget.File(name: name, size: Int(status.st_size), used: status.changed)
    }
  }

  private func dropped(_ name: String) throws(POSIXError) -> DiskCacheFinding {
    try PosixFile.remove(path(of: name))
    return .nothing
  }
}
