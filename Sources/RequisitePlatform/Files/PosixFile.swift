/// An open regular file, which is closed with the value. All functions block until the disk has answered: call them
/// on a ``BlockingQueue``.
///
/// Folders, pipes, sockets and devices are refused, and opening one never blocks. Only its owner can access a file that
/// is created here (0600), whatever the umask.
///
/// All functions throw the system's error as a ``FileFailure``.
///
/// Its initializers that throw assign all properties at their end: the compiler of Swift 6.2 gives up a partly initialized
/// value that cannot be copied in the wrong way.
package struct PosixFile: ~Copyable {
  package let path: String
  private let descriptor: Int32
  package private(set) var isLocked = false

  /// Creates a file from a descriptor, which may belong to any kind of file.
  package init(path: String, descriptor: Int32) throws(FileFailure) {
    try Self.check(descriptor, path)
    self.path = path
    self.descriptor = descriptor
  }

  /// Opens a file for reading; nil if it does not exist.
  ///
  /// - Parameters:
  ///   - followsLinks: True if a symbolic link is followed. By default, it is an error (`ELOOP`).
  ///   - onlyOwn: True if a file of another user, or that others can write, is an error (`EPERM`).
  package init?(readingIfPresent path: String, followsLinks: Bool = false, onlyOwn: Bool = false)
    throws(FileFailure)
  {
    let descriptor = Self.open(path, O_RDONLY | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW))
    if descriptor < 0, errno == ENOENT { return nil }
    try Self.check(descriptor, path) { status throws(FileFailure) in
      try Self.checkIsRegular(status, path)
      if onlyOwn { try Self.checkIsOwn(status, path) }
    }
    self.path = path
    self.descriptor = descriptor
  }

  /// Creates a new file; an existing one is an error (`EEXIST`).
  package init(creating path: String) throws(FileFailure) {
    let descriptor = Self.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
    try Self.check(descriptor, path) { _ throws(FileFailure) in
      try Self.check(fchmod(descriptor, 0o600), path)
    }
    self.path = path
    self.descriptor = descriptor
  }

  /// Opens a file for reading and appending, and creates it if it does not exist.
  ///
  /// A file of another user, or that others can write, is refused (`EPERM`), and so is one with a second name (hard link),
  /// because what is written would appear elsewhere too.
  package init(appendingTo path: String) throws(FileFailure) {
    let flags = O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK
    let descriptor = Self.open(path, flags)
    try Self.check(descriptor, path) { status throws(FileFailure) in
      try Self.checkIsRegular(status, path)
      try Self.checkIsOwn(status, path)
      guard status.st_nlink == 1 else { throw FileFailure(.EPERM, path: path) }
      try Self.check(fchmod(descriptor, 0o600), path)
    }
    self.path = path
    self.descriptor = descriptor
  }

  deinit {
    unlock()
    close(descriptor)
  }

  /// Sets the permissions of the file to the lowest nine bits of `mode`.
  package func setPermissions(_ mode: mode_t) throws(FileFailure) {
    try Self.check(fchmod(descriptor, mode & 0o777), path)
  }

  /// Returns the size, the owner, and the time of the last change.
  package func status() throws(FileFailure) -> stat {
    var status = stat()
    try Self.check(fstat(descriptor, &status), path)
    return status
  }

  /// Sets the time of the last change to now.
  package func touch() throws(FileFailure) {
    try Self.check(futimens(descriptor, nil), path)
  }

  /// Removes the bytes after the first `count`.
  package func truncate(to count: Int64) throws(FileFailure) {
    try Self.check(ftruncate(descriptor, off_t(count)), path)
  }

  /// Waits until all bytes are on the disk.
  package func synchronize() throws(FileFailure) {
    try Self.check(Self.flush(descriptor), path)
  }

  /// Locks the file against other holders in this process and others. Returns false if another holder has the lock. On
  /// a file system without locks it returns true.
  ///
  /// - Parameter waiting: True to wait until no other holder has the lock.
  package mutating func lock(waiting: Bool = false) -> Bool {
    repeat {
      isLocked = flock(descriptor, LOCK_EX | (waiting ? 0 : LOCK_NB)) == 0
    } while !isLocked && errno == EINTR
    let isFree = isLocked || errno != EWOULDBLOCK
    if isLocked { SharedContainerLocks.add(descriptor, path) }
    return isFree
  }

  /// Lets other holders lock the file.
  package func unlock() {
    // A child process between `fork` and `exec` has the descriptor as well, and would keep the lock until then.
    guard isLocked else { return }
    SharedContainerLocks.remove(descriptor)
    flock(descriptor, LOCK_UN)
  }

  /// True if the path still belongs to this file. Another process may have moved or removed it.
  package func isNamed() throws(FileFailure) -> Bool {
    guard let named = Self.status(of: path) else { return false }
    let own = try status()
    return named.st_dev == own.st_dev && named.st_ino == own.st_ino
  }

  /// Closes the descriptor of a file that does not pass `check`.
  private static func check(
    _ descriptor: Int32, _ path: String, _ check: (stat) throws(FileFailure) -> Void
  ) throws(FileFailure) {
    try Self.check(descriptor, path)
    do throws(FileFailure) {
      var status = stat()
      try Self.check(fstat(descriptor, &status), path)
      try check(status)
    } catch {
      close(descriptor)
      throw error
    }
  }

  private static func checkIsRegular(_ status: stat, _ path: String) throws(FileFailure) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFDIR: throw FileFailure(.EISDIR, path: path, message: "“\(path)” is a folder")
    default: throw FileFailure(.EINVAL, path: path, message: "“\(path)” is not a regular file")
    }
  }
}

extension PosixFile {
  /// Reads up to `count` bytes from `offset` on; fewer if the file ends before.
  package func read(_ count: Int, at offset: Int64) throws(FileFailure) -> Data {
    // Not `Data(count:)`, which would fill the memory with zeros first.
    guard count > 0 else { return Data() }
    guard let memory = malloc(count) else { throw FileFailure(.ENOMEM, path: path) }
    var filled = 0
    while filled < count {
      let result = pread(
        descriptor, memory.advanced(by: filled), count - filled, off_t(offset) + off_t(filled))
      if result < 0, errno == EINTR { continue }
      guard result > 0 else {
        let code = errno
        guard result < 0 else { break }
        free(memory)
        throw FileFailure(errno: code, path: path)
      }
      filled += result
    }
    return Data(bytesNoCopy: memory, count: filled, deallocator: .free)
  }

  /// Returns all bytes of a file, following symbolic links.
  ///
  /// - Throws: ``FileFailure`` with `ENOENT` if the file does not exist, `EFBIG` if it has more than `limit` bytes, `EIO`
  ///   if it shrank while it was read.
  package static func contents(of path: String, upTo limit: Int) throws(FileFailure) -> Data {
    guard let file = try PosixFile(readingIfPresent: path, followsLinks: true) else {
      throw FileFailure(.ENOENT, path: path, message: "“\(path)” does not exist")
    }
    guard let size = Int(exactly: try file.status().st_size), size <= limit else {
      throw FileFailure(.EFBIG, path: path)
    }
    let data = try file.read(size, at: 0)
    guard data.count == size else {
      throw FileFailure(.EIO, path: path, message: "“\(path)” changed while it was read")
    }
    return data
  }

  /// Writes all of the bytes. A file that was opened for appending gets them at its end.
  package func write(_ data: Data) throws(FileFailure) { try Self.write(data, to: descriptor, path) }

  /// Writes all of the bytes to a descriptor, whose path is for the error.
  package static func write(_ data: Data, to descriptor: Int32, _ path: String) throws(FileFailure) {
    var rest = data[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { systemWrite(descriptor, $0) }
      if written < 0, errno == EINTR { continue }
      rest = rest.dropFirst(try check(written, path))
    }
  }
}

/// The system's error for a file, which names the file.
///
/// It is the cause of a ``NetworkRequestError`` if a file could not be read or written, such as ``TransportFailure/underlyingError``,
/// and the error of ``FileTokenStore``. A `POSIXError` cannot carry a path on Linux.
public struct FileFailure: LocalizedError, CustomStringConvertible, Hashable, Sendable {
  /// The system's code, such as `ENOSPC` for a full disk.
  public let code: POSIXErrorCode
  /// The path of the file or folder.
  public let path: String
  private let message: String?

  /// Creates an error, for example in your own transport that writes files.
  ///
  /// - Parameter message: What was wrong, with the path. By default, the path and the system's text for the code, as in
  ///   “a.zip” cannot be used: No space left on device.
  public init(_ code: POSIXErrorCode, path: String, message: String? = nil) {
    self.code = code
    self.path = path
    self.message = message
  }

  /// What was wrong, with the path.
  ///
  /// No colon follows the path, because redaction would take a file named `token` for the name of a secret.
  public var description: String { message ?? "“\(path)” cannot be used: \(systemText)" }
  /// The ``description``, for `localizedDescription`.
  public var errorDescription: String? { description }

  /// The error that a system call has left in `errno`.
  package init(errno: Int32, path: String) { self.init(POSIXErrorCode(rawValue: errno) ?? .EIO, path: path) }

  /// A copy that names another file, for which this one was created. A message stays.
  package func naming(_ path: String) -> FileFailure { FileFailure(code, path: path, message: message) }

  /// What was wrong, for a message that names the file itself.
  package var reason: String { message ?? systemText }

  private var systemText: String { code.systemText }
}

extension POSIXErrorCode {
  /// The system's text for the code.
  package var systemText: String {
    var text = [CChar](repeating: 0, count: 256)
    strerror_r(rawValue, &text, text.count)
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The system's text for what a system call has left in `errno`.
  package static func text(_ errno: Int32) -> String { (POSIXErrorCode(rawValue: errno) ?? .EIO).systemText }
}

// The system's functions, under names that no method hides. The module that declares them depends on the platform and on
// the trait FoundationNetworking, so they cannot be qualified by a module.

package func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }

package func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}

@discardableResult
package func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }

/// The standard error of the process, for lines that the person who runs it should see.
package enum StandardError {
  /// Writes one line. A failure is ignored, because there is no place to report it.
  package static func write(_ line: String) {
    do { try PosixFile.write(Data("\(line)\n".utf8), to: STDERR_FILENO, "standard error") } catch {}
  }
}

/// An exclusive lock on a file, which one holder in all processes has at a time.
///
/// Its file is created if it does not exist, and stays. The system ends the lock of a process that ends.
package final class FileLock: Sendable {
  private let file: PosixFile

  /// Waits until no other holder has the lock: call it on a ``BlockingQueue``. On a file system without locks, the lock
  /// excludes no one.
  package init(_ path: String) throws(FileFailure) {
    var file = try PosixFile(appendingTo: path)
    _ = file.lock(waiting: true)
    self.file = file
  }

  package func end() { file.unlock() }

  /// Runs `work` while no other holder has the lock. Waits for it on the queue; cancellation does not interrupt that.
  package static func holding(
    _ path: String, waitingOn queue: BlockingQueue, _ work: () async throws -> Void
  ) async throws {
    let lock = try await queue.run { try FileLock(path) }
    defer { lock.end() }
    try await work()
  }
}
