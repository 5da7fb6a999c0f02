/// A file that is written beside its destination and moved there when it is complete, so that the destination has
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
  private let place: String
  private var isDone = false

  /// Creates an empty file for a destination.
  ///
  /// - Parameter name: The path of the file until it is moved; by default a hidden name beside the destination.
  package init(for place: String, named name: String? = nil) throws(FileFailure) {
    if name == nil { AbandonedFiles.removeOnce(beside: place) }
    var file = try Self.created(name ?? PosixFile.partialName(beside: place), for: place)
    // A file without a lock is abandoned.
    _ = file.lock()
    self.place = place
    self.file = file
  }

  private static func created(_ name: String, for place: String) throws(FileFailure) -> PosixFile {
    do throws(FileFailure) { return try PosixFile(creating: name) } catch { throw error.naming(place) }
  }

  package init(_ file: consuming PosixFile) {
    place = file.path
    self.file = file
  }

  deinit {
    if !isDone { unlink(file.path) }
  }

  /// Appends all of the bytes to the file.
  package func write(_ data: Data) throws(FileFailure) {
    do throws(FileFailure) { try file.write(data) } catch { throw error.naming(place) }
  }

  /// Moves the complete file to its destination.
  ///
  /// - Parameters:
  ///   - replacing: True if an existing file is replaced. Otherwise one is an error (`EEXIST`).
  ///   - synchronizing: True if the bytes are written to the disk before the file is moved, so that a crash
  ///     leaves no empty file.
  package mutating func finish(
    at place: String, replacing: Bool = false, readers: Readers, synchronizing: Bool = false
  ) throws(FileFailure) {
    if readers == .byUmask { try file.setPermissions(try PosixFile.defaultPermissions(beside: place)) }
    if synchronizing { try file.synchronize() }
    try PosixFile.move(file.path, to: place, replacing: replacing)
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

  /// Writes a whole file at `place`, in one step for its readers.
  package static func write(
    _ data: Data, to place: String, replacing: Bool = false, readers: Readers = .owner
  ) throws(FileFailure) {
    var partial = try PartialFile(for: place)
    try partial.write(data)
    try partial.finish(at: place, replacing: replacing, readers: readers)
  }
}
