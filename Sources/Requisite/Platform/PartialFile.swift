/// A file that is written beside its place and moved there when it is whole: at the place, there is what was there before,
/// or all of the new file. The one way in which the library writes files.
///
/// Until then only its owner can read it. Where it never becomes whole, it is removed with the value. Every function waits
/// for the disk: call them on a ``BlockingQueue``.
package struct PartialFile: ~Copyable {
  /// Who may read the file at its place.
  package enum Readers {
    /// Its owner alone: the library's own files.
    case owner
    /// Those whom the umask lets: files at places that the user named.
    case byUmask
  }

  private let file: PosixFile
  private var isDone = false

  /// Makes an empty file for a place.
  ///
  /// - Parameter name: Its path until it is moved; by default a hidden one beside the place.
  init(for place: String, named name: String? = nil) throws(POSIXError) {
    file = try PosixFile(creating: name ?? PosixFile.partialName(beside: place))
  }

  init(_ file: consuming PosixFile) {
    self.file = file
  }

  deinit {
    if !isDone { unlink(file.path) }
  }

  /// Writes all of the bytes after the others.
  func write(_ data: Data) throws(POSIXError) {
    try file.write(data)
  }

  /// Puts the file, which is whole, to its place.
  ///
  /// - Parameters:
  ///   - replacing: Whether a file there is replaced. It is an error (`EEXIST`) otherwise.
  ///   - synchronizing: Whether the bytes are on the disk before the name is, so that a crash leaves no empty file.
  mutating func finish(
    at place: String, replacing: Bool = false, readers: Readers, synchronizing: Bool = false
  ) throws(POSIXError) {
    if readers == .byUmask { try file.setPermissions(try PosixFile.defaultPermissions(beside: place)) }
    if synchronizing { try file.synchronize() }
    try PosixFile.move(file.path, to: place, replacing: replacing)
    isDone = true
  }

  /// Removes the file.
  mutating func discard() {
    guard !isDone else { return }
    isDone = true
    unlink(file.path)
  }

  /// Writes a whole file.
  package static func write(
    _ data: Data, to place: String, replacing: Bool = false, readers: Readers = .owner
  ) throws(POSIXError) {
    var partial = try PartialFile(for: place)
    try partial.write(data)
    try partial.finish(at: place, replacing: replacing, readers: readers)
  }
}
