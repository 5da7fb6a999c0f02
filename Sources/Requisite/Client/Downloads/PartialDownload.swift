/// A partial file beside the destination of a download: the bytes so far, and a description of the
/// version that they belong to.
///
/// Only one holder in all processes has it at a time, because the file with the bytes stays open and locked. Its
/// contents on disk are untrusted, and ignored if they contradict each other. All functions block until the disk has
/// answered: call them on a ``BlockingQueue``.
final class PartialDownload: Sendable {
  /// The first bytes of a version that can be resumed.
  struct Known: Sendable {
    var source: DownloadSource
    var count: Int64
  }

  private let place: URL
  private let bytes: PosixFile
  private let description: String

  /// Opens the partial file for a destination, or creates it.
  ///
  /// - Throws: ``FileFailure`` with `EBUSY` if another call is downloading to this destination.
  init(to place: URL) throws(FileFailure) {
    self.place = place
    let folder = place.deletingLastPathComponent()
    // A long name is replaced by its hash, because the whole name with its suffix must not exceed the system's limit.
    let last = place.lastPathComponent
    let name = last.utf8.count <= 200 ? last : String(SHA256.hexadecimal(last).prefix(40))
    bytes = try Self.locked(folder.appendingPathComponent(".\(name).partial").path)
    description = folder.appendingPathComponent(".\(name).partial.json").path
  }

  /// Returns the bytes of this request so far; nil if they cannot be resumed.
  func known(of request: String) throws(FileFailure) -> Known? {
    let count = Int64(try bytes.status().st_size)
    guard count > 0, let source = source(), source.request == request, count <= source.length ?? .max else {
      return nil
    }
    return Known(source: source, count: count)
  }

  /// Removes all bytes and stores the source of those to come; nil if they cannot be resumed later.
  func restart(as source: DownloadSource?) throws {
    // This order never leaves the bytes of one version beside the description of another.
    try PosixFile.remove(description)
    try bytes.removeContents()
    guard let source else { return }
    try PartialFile.write(try JSONCoding().encode(source), to: description, replacing: true)
  }

  /// Appends a chunk to the bytes.
  func append(_ chunk: Data) throws(FileFailure) {
    try bytes.write(chunk)
  }

  /// Moves the complete file to its destination.
  func finish(replacing: Bool) throws(FileFailure) {
    try bytes.setPermissions(try PosixFile.defaultPermissions(beside: place.path))
    try PosixFile.move(bytes.path, to: place.path, replacing: replacing)
    try PosixFile.remove(description)
  }

  /// Removes the bytes and their description.
  func remove() throws(FileFailure) {
    try PosixFile.remove(description)
    try PosixFile.remove(bytes.path)
  }

  /// Lets another call download to the destination. Nothing may be called after it.
  ///
  /// The last reference would do the same, but when that goes is chance: what ran on the queue may keep it a little longer
  /// than the call, and the next call would be refused.
  func end() {
    bytes.unlock()
  }

  private func source() -> DownloadSource? {
    // A description that cannot be read, such as after a crash, means that the download starts again.
    do {
      guard let file = try PosixFile(readingIfPresent: description),
        try file.status().st_size <= DownloadSource.maximumSize
      else { return nil }
      let text = try file.read(DownloadSource.maximumSize, at: 0)
      let source = try JSONCoding().decode(DownloadSource.self, from: text)
      return source.isPlausible ? source : nil
    } catch {
      return nil
    }
  }

  private static func locked(_ path: String) throws(FileFailure) -> PosixFile {
    // Another holder may finish between opening and locking. Then the name belongs to another file, or to none.
    for _ in 0..<16 {
      var file = try opened(path)
      guard file.lock() else {
        throw FileFailure(.EBUSY, path: path, message: "another call is downloading to “\(path)”")
      }
      if try file.isNamed() { return file }
    }
    throw FileFailure(.EBUSY, path: path)
  }

  private static func opened(_ path: String) throws(FileFailure) -> PosixFile {
    do throws(FileFailure) {
      return try PosixFile(appendingTo: path)
    } catch  where [.ELOOP, .EINVAL, .ENXIO, .EPERM].contains(error.code) {
      // The name belongs to a link, a pipe or another user's file. Only the name is removed; what it
      // leads to stays unchanged.
      try PosixFile.remove(path)
      return try PosixFile(appendingTo: path)
    }
  }
}
