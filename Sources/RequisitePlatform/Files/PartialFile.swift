/// A file that is written next to its destination and moved there when it is complete, so that the destination has
/// either its previous content or the whole new file.
///
/// Only its owner can read the file before it is moved. A file that is never completed is deleted with the value. A process
/// that is killed leaves it; the first write of another process in the folder deletes it. All functions block until the
/// disk has answered: call them on a ``BlockingQueue``.
package struct PartialFile: ~Copyable {
  /// The users who may read the file at its destination.
  package enum Readers {
    /// Only the owner, for files that the library chose.
    case owner
    /// The users that the umask allows, for destinations that the user chose.
    case byUmask
  }

  private var file: PosixFile
  /// The path that errors name.
  private let destination: String
  private var isDone = false

  /// Creates an empty file for a destination.
  ///
  /// - Parameter name: The path of the file until it is moved; by default a hidden name next to the destination.
  package init(for destination: String, named name: String? = nil) throws(FileFailure) {
    if name == nil { AbandonedFiles.removeOnce(inFolderOf: destination) }
    var file = try Self.created(name ?? PosixFile.partialName(inFolderOf: destination), for: destination)
    // A file without a lock is abandoned.
    _ = file.lock()
    self.destination = destination
    self.file = file
  }

  private static func created(_ name: String, for destination: String) throws(FileFailure) -> PosixFile {
    do throws(FileFailure) { return try PosixFile(creating: name) } catch { throw error.naming(destination) }
  }

  package init(_ file: consuming PosixFile) {
    destination = file.path
    self.file = file
  }

  deinit {
    if !isDone { unlink(file.path) }
  }

  /// Appends all of the bytes to the file.
  package func write(_ data: Data) throws(FileFailure) {
    do throws(FileFailure) { try file.write(data) } catch { throw error.naming(destination) }
  }

  /// Moves the complete file to its destination.
  ///
  /// - Parameters:
  ///   - replacing: True if an existing file is replaced. Otherwise one is an error (`EEXIST`).
  ///   - synchronizing: True if the bytes are written to the disk before the file is moved, so that a crash
  ///     leaves no empty file.
  package mutating func finish(
    at destination: String, replacing: Bool = false, readers: Readers, synchronizing: Bool = false
  ) throws(FileFailure) {
    if readers == .byUmask {
      try file.setPermissions(try PosixFile.defaultPermissions(inFolderOf: destination))
    }
    if synchronizing { try file.synchronize() }
    try PosixFile.move(file.path, to: destination, replacing: replacing)
    isDone = true
  }

  /// Leaves the complete file under its own name, which is returned, for a caller that moves it later.
  package mutating func keep() -> String {
    isDone = true
    return file.path
  }

  /// Deletes the file, unless it has been moved.
  package mutating func discard() {
    guard !isDone else { return }
    isDone = true
    unlink(file.path)
  }

  /// Writes a whole file at `destination`, in one step for its readers.
  package static func write(
    _ data: Data, to destination: String, replacing: Bool = false, readers: Readers = .owner
  ) throws(FileFailure) {
    var partial = try PartialFile(for: destination)
    try partial.write(data)
    try partial.finish(at: destination, replacing: replacing, readers: readers)
  }
}

/// The partial files that killed processes have left next to a destination.
///
/// A process that writes a partial file has locked it, so a file that no process has locked is abandoned. It stays for a
/// minute, because a process locks its file a moment after it has created it, and unlocks it a moment before it moves it.
package enum AbandonedFiles {
  private static let age: TimeInterval = 60
  /// The folders that were searched. Not more than 64 are remembered, because a server may create many.
  private static let searched = Locked<Set<String>>([])

  /// Removes them, unless this process has done so before: a folder may have so many files that reading it takes long.
  package static func removeOnce(inFolderOf destination: String) {
    let folder = folder(of: destination)
    let isFirst = searched.withLock { searched in
      if searched.count >= 64 { searched.removeAll() }
      return searched.insert(folder).inserted
    }
    guard isFirst else { return }
    // What cannot be removed stays.
    do throws(FileFailure) { try remove(inFolderOf: destination) } catch {}
  }

  /// Removes them. A folder that cannot be read is left as it is: it may still be written, which reports its own failure.
  package static func remove(inFolderOf destination: String) throws(FileFailure) {
    let folder = folder(of: destination)
    let names: [String]
    do throws(FileFailure) { names = try PosixFile.names(inFolder: folder) } catch { return }
    for name in names where PosixFile.isPartialName(name) { try remove(at: "\(folder)/\(name)") }
  }

  /// Removes one file if it is abandoned and belongs to this user. Returns true if it did.
  @discardableResult
  package static func remove(at path: String) throws(FileFailure) -> Bool {
    guard let status = PosixFile.status(of: path), status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(),
      Date().timeIntervalSince1970 - status.changed > age, var file = try PosixFile(readingIfPresent: path)
    else { return false }
    // On a file system without locks, no file is known to be abandoned.
    guard file.lock(), file.isLocked else { return false }
    try PosixFile.remove(path)
    return true
  }

  private static func folder(of destination: String) -> String {
    URL(fileURLWithPath: destination).deletingLastPathComponent().path
  }
}
