/// An open file, closed when it goes. Every function waits for the disk: call them on a ``BlockingQueue``.
///
/// - Note: All throw a `POSIXError` with the path in its user info.
struct PosixFile: ~Copyable {
  let path: String
  private let descriptor: Int32

  /// Opens a file to be read; nil where there is none.
  init?(readingIfPresent path: String) throws(POSIXError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0, errno == ENOENT { return nil }
    self.path = path
    self.descriptor = try Self.check(descriptor, path)
  }

  /// Makes a file that must not be there yet, which only its owner may read.
  init(creating path: String) throws(POSIXError) {
    self.path = path
    descriptor = try Self.check(open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600), path)
  }

  /// Opens a file to be written behind what is in it; it is made where there is none.
  init(appendingTo path: String) throws(POSIXError) {
    self.path = path
    descriptor = try Self.check(open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666), path)
  }

  deinit {
    close(descriptor)
  }

  /// Gives the file these permissions.
  func setPermissions(_ mode: mode_t) throws(POSIXError) {
    try Self.check(fchmod(descriptor, mode & 0o777), path)
  }

  /// Size and time of last change.
  func status() throws(POSIXError) -> stat {
    var status = stat()
    try Self.check(fstat(descriptor, &status), path)
    return status
  }

  /// Sets the time of last change to now.
  func touch() throws(POSIXError) {
    try Self.check(futimens(descriptor, nil), path)
  }

  /// Up to `count` bytes from `offset` on; fewer where the file ends before.
  func read(_ count: Int, at offset: Int) throws(POSIXError) -> Data {
    var data = Data(count: count)
    var filled = 0
    while filled < count {
      let read = data.withUnsafeMutableBytes { bytes in
        pread(descriptor, bytes.baseAddress?.advanced(by: filled), count - filled, off_t(offset + filled))
      }
      if read < 0, errno == EINTR { continue }
      guard try Self.check(read, path) > 0 else { break }
      filled += read
    }
    return filled == count ? data : data.prefix(filled)
  }

  /// Puts all of the bytes behind the others.
  func write(_ data: Data) throws(POSIXError) {
    var rest = data[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0, errno == EINTR { continue }
      rest = rest.dropFirst(try Self.check(written, path))
    }
  }

  /// Waits until all is on the disk.
  func synchronize() throws(POSIXError) {
    try Self.check(fsync(descriptor), path)
  }

  /// What a call of the system returned, where that is no failure.
  @discardableResult
  static func check<Number: BinaryInteger>(_ result: Number, _ path: String) throws(POSIXError) -> Number {
    guard result < 0 else { return result }
    throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO, userInfo: [NSFilePathErrorKey: path])
  }

  /// Removes a file, which may be gone already.
  static func remove(_ path: String) throws(POSIXError) {
    guard unlink(path) != 0, errno != ENOENT else { return }
    try check(-1, path)
  }
}
