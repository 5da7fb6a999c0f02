/// Functions for files by name, and errors.
extension PosixFile {
  /// Opens a file and returns its descriptor, or a negative number after a failure. A name that contains NUL is
  /// refused, because the system would open another file.
  package static func open(_ path: String, _ flags: Int32, _ mode: mode_t = 0o600) -> Int32 {
    guard !path.utf8.contains(0) else {
      errno = EINVAL
      return -1
    }
    return systemOpen(path, flags | O_CLOEXEC | O_NOCTTY, mode)
  }

  /// What prevents this process from opening any file or connection; nil if nothing does.
  package static var descriptorProblem: String? {
    let descriptor = open("/dev/null", O_RDONLY)
    guard descriptor < 0 else {
      close(descriptor)
      return nil
    }
    return switch errno {
    case EMFILE: "this process has reached its limit of open files and connections (ulimit -n)"
    case ENFILE: "the system has reached its limit of open files and connections"
    default: nil
    }
  }

  /// Returns the status of a file, without following a symbolic link; nil if the system reports an error, such
  /// as for a missing file.
  package static func status(of path: String) -> stat? {
    var status = stat()
    return lstat(path, &status) == 0 ? status : nil
  }

  /// True if the path, or a name in it, is longer than the file system allows.
  package static func isTooLong(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) != 0 && errno == ENAMETOOLONG
  }

  /// True if the path leads to a pipe, a device or anything else that is no regular file, which a library that opens it
  /// might read forever. False for a missing file.
  package static func isIrregular(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
  }

  /// Throws `EPERM` for a file or folder of another user, or that others can write: what is in it may be theirs.
  ///
  /// The one rule for everything that the library wrote and reads again.
  static func checkIsOwn(_ status: stat, _ path: String) throws(FileFailure) {
    guard status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
      let mode = status.st_mode & S_IFMT == S_IFDIR ? "0700" : "0600"
      let problem =
        "“\(path)” belongs to another user or can be written by others: make this user its owner and its "
        + "mode \(mode)"
      throw FileFailure(.EPERM, path: path, message: problem)
    }
  }

  /// Creates a folder as ``makeFolder(_:)`` does, and refuses one that others can write, or that is theirs (`EPERM`).
  package static func makeOwnFolder(_ path: String) throws(FileFailure) {
    try makeFolder(path)
    var status = stat()
    try check(stat(path, &status), path)
    try checkIsOwn(status, path)
  }

  /// Returns the names of the files and folders in a folder, in any order.
  package static func names(inFolder path: String) throws(FileFailure) -> [String] {
    guard let folder = opendir(path) else { throw FileFailure(errno: errno, path: path) }
    defer { closedir(folder) }
    var names: [String] = []
    while true {
      // The end and a failure both return nil.
      errno = 0
      guard let entry = readdir(folder) else { break }
      // In place, because an entry is shorter than its type.
      let name = withUnsafePointer(to: &entry.pointee.d_name.0) { String(cString: $0) }
      if name != ".", name != ".." { names.append(name) }
    }
    guard errno == 0 else { throw FileFailure(errno: errno, path: path) }
    return names
  }

  /// Removes a file. Does nothing if it does not exist.
  package static func remove(_ path: String) throws(FileFailure) {
    guard unlink(path) != 0, errno != ENOENT else { return }
    try check(-1, path)
  }

  /// Removes a file or a symbolic link, as ``remove(_:)`` does. Anything else, such as a device, is an error (`EINVAL`).
  package static func removeReplaceable(_ path: String) throws(FileFailure) {
    try checkMayBeReplaced(path)
    try remove(path)
  }

  /// Creates a folder that only its owner can access (0700), and its missing parents.
  package static func makeFolder(_ path: String) throws(FileFailure) {
    guard let code = makeOneFolder(path) else { return }
    let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
    guard code == .ENOENT, parent.utf8.count < path.utf8.count else {
      throw noFolder(code, path)
    }
    try makeFolder(parent)
    // A single second attempt, because a link to a missing target would fail forever.
    if let code = makeOneFolder(path) { throw noFolder(code, path) }
  }

  private static func noFolder(_ code: POSIXErrorCode, _ path: String) -> FileFailure {
    let reason = FileFailure(code, path: path).reason
    return FileFailure(
      code, path: path, message: "“\(path)” is not a folder, and none can be created there: \(reason)")
  }

  /// Creates a folder whose parent exists. Returns the error if there is no folder afterwards.
  private static func makeOneFolder(_ path: String) -> POSIXErrorCode? {
    if mkdir(path, 0o700) == 0, chmod(path, 0o700) == 0 { return nil }
    let code = POSIXErrorCode(rawValue: errno) ?? .EIO
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR ? nil : code
  }

  /// Moves a file within its volume. Without `replacing`, an existing file at `destination` is an error (`EEXIST`).
  /// Only a file or a symbolic link is ever replaced, and never a pipe, a socket or a device (`EINVAL`).
  package static func move(_ path: String, to destination: String, replacing: Bool) throws(FileFailure) {
    guard !replacing else {
      try checkMayBeReplaced(destination)
      try check(rename(path, destination), destination)
      return
    }
    // link() fails if the name exists; rename() would replace the file.
    if link(path, destination) != 0 {
      // ENOTSUP is a number of its own on Darwin, where exFAT, FAT and SMB report it.
      guard [EPERM, EOPNOTSUPP, ENOTSUP, ENOSYS].contains(errno) else {
        throw FileFailure(errno: errno, path: destination)
      }
      // The file system has no hard links: an empty file reserves the name first, and is then replaced.
      _ = try PosixFile(creating: destination)
      if rename(path, destination) != 0 {
        let code = errno
        unlink(destination)
        throw FileFailure(errno: code, path: destination)
      }
      return
    }
    try remove(path)
  }

  /// True for a regular file and a symbolic link, which can be replaced without changing what the link leads to.
  package static func mayBeReplaced(_ status: stat) -> Bool {
    [S_IFREG, S_IFLNK].contains(status.st_mode & S_IFMT)
  }

  private static func checkMayBeReplaced(_ path: String) throws(FileFailure) {
    guard let status = Self.status(of: path), !mayBeReplaced(status) else { return }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    throw FileFailure(isFolder ? .EISDIR : .EINVAL, path: path, message: "“\(path)” is not a regular file")
  }

  /// Returns the permissions of the regular file at `path`, which a new one replaces; without such a file, those of new files in
  /// its folder, which the umask or the folder determines.
  ///
  /// Creates an empty file to find out, because reading the umask means changing it for the whole process.
  package static func defaultPermissions(inFolderOf path: String) throws(FileFailure) -> mode_t {
    if let mode = modeOfFile(at: path) { return mode }
    let probe = partialName(inFolderOf: path)
    let file = try PosixFile(
      path: probe, descriptor: open(probe, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o666))
    defer { unlink(probe) }
    return try file.status().st_mode & 0o777
  }

  /// The permissions of a regular file; nil without one, such as for a symbolic link.
  package static func modeOfFile(at path: String) -> mode_t? {
    guard let status = status(of: path), status.st_mode & S_IFMT == S_IFREG else { return nil }
    return status.st_mode & 0o777
  }

  /// Returns a new hidden name in the folder of `path`. Its length does not depend on that of `path`,
  /// so it is never too long.
  package static func partialName(inFolderOf path: String) -> String {
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[...$0] } ?? ""
    let number = UInt64.random(in: .min ... .max)
    return "\(folder).requisite-\(Hexadecimal.encode(number)).part"
  }

  /// True if ``partialName(inFolderOf:)`` may have made the name of a file.
  package static func isPartialName(_ name: String) -> Bool {
    name.hasPrefix(".requisite-") && name.hasSuffix(".part")
  }

  /// Returns the result of a system call, or throws the error in `errno` if the result is negative.
  @discardableResult
  package static func check<Number: BinaryInteger>(_ result: Number, _ path: String) throws(FileFailure)
    -> Number
  {
    guard result < 0 else { return result }
    throw FileFailure(errno: errno, path: path)
  }
}

#if canImport(Darwin) || REQUISITE_STAND_INS
  extension PosixFile {
    /// Flushes the file to the medium. `fsync` of Darwin leaves it in the memory of the drive; a file system that is not on a
    /// drive of its own knows only that.
    static func flush(_ descriptor: Int32) -> Int32 {
      fcntl(descriptor, F_FULLFSYNC) == 0 ? 0 : fsync(descriptor)
    }
  }

  extension stat {
    /// The time of the last change of the content, in seconds since 1970.
    package var changed: TimeInterval { Double(st_mtimespec.tv_sec) + Double(st_mtimespec.tv_nsec) * 1e-9 }
  }
#endif

#if !canImport(Darwin) && !REQUISITE_STAND_INS
  extension PosixFile {
    /// Flushes the file to the medium.
    static func flush(_ descriptor: Int32) -> Int32 { fsync(descriptor) }
  }

  extension stat {
    /// The time of the last change of the content, in seconds since 1970.
    package var changed: TimeInterval { Double(st_mtim.tv_sec) + Double(st_mtim.tv_nsec) * 1e-9 }
  }
#endif
