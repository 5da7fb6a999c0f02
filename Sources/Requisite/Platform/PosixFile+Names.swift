/// What is done to files by their names, and how a failure is reported.
extension PosixFile {
  /// Opens a file; negative where that fails. A name with a NUL in it would end there, and be another file's.
  static func open(_ path: String, _ flags: Int32, _ mode: mode_t = 0o600) -> Int32 {
    guard !path.utf8.contains(0) else {
      errno = EINVAL
      return -1
    }
    return Foundation.open(path, flags | O_CLOEXEC | O_NOCTTY, mode)
  }

  /// The status of the file of that name, also of a symbolic link; nil if nothing has the name.
  static func status(of path: String) -> stat? {
    var status = stat()
    return lstat(path, &status) == 0 ? status : nil
  }

  /// Removes a file, which may be gone already.
  static func remove(_ path: String) throws(POSIXError) {
    guard unlink(path) != 0, errno != ENOENT else { return }
    try check(-1, path)
  }

  /// Makes a folder for its owner alone (0700), and those on the way to it, where they are not there.
  package static func makeFolder(_ path: String) throws(POSIXError) {
    guard let code = makeOneFolder(path) else { return }
    let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
    guard code == .ENOENT, parent.utf8.count < path.utf8.count else { throw failure(code, path) }
    try makeFolder(parent)
    // Once more, not until it works: at a link that leads nowhere it never does.
    if let code = makeOneFolder(path) { throw failure(code, path) }
  }

  /// Makes a folder whose parent exists. Returns the error if there is no folder then.
  private static func makeOneFolder(_ path: String) -> POSIXErrorCode? {
    if mkdir(path, 0o700) == 0, chmod(path, 0o700) == 0 { return nil }
    let code = POSIXErrorCode(rawValue: errno) ?? .EIO
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR ? nil : code
  }

  /// Gives a file another name on its volume.
  static func move(_ path: String, to place: String, replacing: Bool) throws(POSIXError) {
    guard !replacing else {
      try check(rename(path, place), place)
      return
    }
    // link() fails where the name is taken, and rename() does not.
    if link(path, place) != 0 {
      guard [EPERM, EOPNOTSUPP, ENOSYS].contains(errno) else {
        throw failure(POSIXErrorCode(rawValue: errno) ?? .EIO, place)
      }
      // A file system without second names: the name is taken first, then given to the file.
      _ = try PosixFile(creating: place)
      if rename(path, place) != 0 {
        let code = errno
        unlink(place)
        throw failure(POSIXErrorCode(rawValue: code) ?? .EIO, place)
      }
      return
    }
    try remove(path)
  }

  /// The permissions that a new file of that folder gets, by the umask or by what the folder says itself.
  ///
  /// Asked of the system by an empty file: the umask can't be read without changing it for the whole process.
  static func defaultPermissions(beside path: String) throws(POSIXError) -> mode_t {
    let probe = partialName(beside: path)
    let file = try PosixFile(
      path: probe, descriptor: open(probe, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o666))
    defer { unlink(probe) }
    return try file.status().st_mode & 0o777
  }

  /// A new hidden name in the folder of `path`: as short as a name may have to be, however long that of `path` is.
  static func partialName(beside path: String) -> String {
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[...$0] } ?? ""
    let number = UInt64.random(in: .min ... .max)
    return "\(folder).requisite-\(Hexadecimal.encode(number)).part"
  }

  /// What a call of the system returned, where that is no failure.
  @discardableResult
  static func check<Number: BinaryInteger>(_ result: Number, _ path: String) throws(POSIXError) -> Number {
    guard result < 0 else { return result }
    throw failure(POSIXErrorCode(rawValue: errno) ?? .EIO, path)
  }

  static func failure(_ code: POSIXErrorCode, _ path: String, _ words: String? = nil) -> POSIXError {
    var info: [String: Any] = [NSFilePathErrorKey: path]
    if let words { info[NSLocalizedDescriptionKey] = words }
    return POSIXError(code, userInfo: info)
  }
}

#if canImport(Darwin) || REQUISITE_STAND_INS
  extension stat {
    /// When the file was last changed, in seconds since 1970.
    var changed: TimeInterval { Double(st_mtimespec.tv_sec) + Double(st_mtimespec.tv_nsec) * 1e-9 }
  }
#endif

#if !canImport(Darwin) && !REQUISITE_STAND_INS
  extension stat {
    /// When the file was last changed, in seconds since 1970.
    var changed: TimeInterval { Double(st_mtim.tv_sec) + Double(st_mtim.tv_nsec) * 1e-9 }
  }
#endif
