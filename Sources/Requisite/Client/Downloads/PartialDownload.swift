/// A file that is being downloaded, beside its destination: the bytes so far, and a description of what they belong to.
///
/// One holder at a time, in all processes: the file of the bytes stays open and locked. What lies on the disk is untrusted,
/// and ignored if it contradicts itself. All functions wait for the disk: call them on a ``BlockingQueue``.
final class PartialDownload: Sendable {
  /// The first bytes of a version that can be resumed.
  struct Known: Sendable {
    var source: DownloadSource
    var count: Int64
  }

  private let place: URL
  private let bytes: PosixFile
  private let description: String

  /// Opens, or begins, the download to that place.
  ///
  /// - Throws: `POSIXError` with `EBUSY` where another call is downloading to it.
  init(to place: URL) throws(POSIXError) {
    self.place = place
    let folder = place.deletingLastPathComponent()
    // A long name is replaced by its hash, for the suffix has to fit in.
    let last = place.lastPathComponent
    let name = last.utf8.count <= 200 ? last : String(SHA256.hexadecimal(last).prefix(40))
    bytes = try Self.locked(folder.appendingPathComponent(".\(name).partial").path)
    description = folder.appendingPathComponent(".\(name).partial.json").path
  }

  /// The bytes of this request so far; nil if they cannot be resumed.
  func known(of request: String) throws(POSIXError) -> Known? {
    let count = Int64(try bytes.status().st_size)
    guard count > 0, let source = source(), source.request == request, count <= source.length ?? .max else {
      return nil
    }
    return Known(source: source, count: count)
  }

  /// Begins anew, without bytes. The source of those to come is written down; nil where they will not be resumable.
  func restart(as source: DownloadSource?) throws {
    // In this order, so that at no moment bytes of one version lie beside the description of another.
    try PosixFile.remove(description)
    try bytes.removeContents()
    guard let source else { return }
    try PartialFile.write(try JSONCoding().encode(source), to: description, replacing: true)
  }

  /// Writes the bytes after the others.
  func append(_ chunk: Data) throws(POSIXError) {
    try bytes.write(chunk)
  }

  /// Moves the bytes, which are all, to their place.
  func finish(replacing: Bool) throws(POSIXError) {
    try bytes.setPermissions(try PosixFile.defaultPermissions(beside: place.path))
    try PosixFile.move(bytes.path, to: place.path, replacing: replacing)
    try PosixFile.remove(description)
  }

  /// Removes all of it.
  func remove() throws(POSIXError) {
    try PosixFile.remove(description)
    try PosixFile.remove(bytes.path)
  }

  private func source() -> DownloadSource? {
    // What cannot be read, as after a crash, is no reason not to begin anew.
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

  private static func locked(_ path: String) throws(POSIXError) -> PosixFile {
    // Another holder may finish between opening and locking: then the file is another's by now.
    for _ in 0..<16 {
      var file = try opened(path)
      guard file.lock() else {
        throw PosixFile.failure(.EBUSY, path, "another call is downloading to this place")
      }
      if try file.isNamed() { return file }
    }
    throw PosixFile.failure(.EBUSY, path)
  }

  private static func opened(_ path: String) throws(POSIXError) -> PosixFile {
    do throws(POSIXError) {
      return try PosixFile(appendingTo: path)
    } catch  where [.ELOOP, .EINVAL, .ENXIO, .EPERM].contains(error.code) {
      // A link, a pipe, another's file: its name goes, and what it leads to stays as it is.
      try PosixFile.remove(path)
      return try PosixFile(appendingTo: path)
    }
  }
}
