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
