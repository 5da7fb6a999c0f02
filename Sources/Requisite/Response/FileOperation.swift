/// An operation on a file, and the error that reports its failure.
///
/// All functions wait for the disk: call them on a ``BlockingQueue``.
struct FileOperation: Sendable {
  private let verb: String
  private let source: URL
  private let destination: URL?

  /// - Parameter verb: The past participle of the operation, such as “moved”, for the error message.
  init(_ verb: String, _ source: URL, to destination: URL? = nil) {
    (self.verb, self.source, self.destination) = (verb, source, destination)
  }

  /// Returns a new place in the folder for temporary files, with a random name.
  static func temporaryFile() -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("requisite-\(RequestID())")
  }

  func failure(
    _ cause: any Error, of request: TransportRequest?, _ code: TransportFailure.Code
  ) -> NetworkRequestError {
    let place = destination.map { " to “\($0.path)”" } ?? ""
    let reason = (cause as? FileFailure)?.reason ?? ErrorIdentity.message(of: cause)
    let words = "the file “\(source.path)” cannot be \(verb)\(place): \(reason)"
    return .urlSessionFailed(TransportFailure(code, words, underlyingError: cause, request: request))
  }

  /// Checks the place of a response before anything is sent: it must be a file URL, and free unless `replacing` is
  /// true.
  static func checkDestination(_ url: URL, replacing: Bool) throws(NetworkRequestError) {
    guard url.isFileURL else {
      let problem =
        "“\(url.printable)” is not a file URL: use URL(fileURLWithPath:)"
      throw .invalidRequest(InvalidRequest(.options, problem))
    }
    guard let status = PosixFile.status(of: url.path) else { return try checkLength(of: url) }
    guard !replacing else {
      guard !PosixFile.mayBeReplaced(status) else { return }
      let problem = "“\(url.path)” is not a file, so no file can replace it: choose another place"
      throw .invalidRequest(InvalidRequest(.options, problem))
    }
    let problem =
      "the file “\(url.path)” exists already: choose another place, or set the option replacesFile"
    throw .invalidRequest(InvalidRequest(.options, problem))
  }

  private static func checkLength(of url: URL) throws(NetworkRequestError) {
    guard PosixFile.isTooLong(url.path) else { return }
    let problem = "the name of the file “\(url.path)” is too long for its file system"
    throw .invalidRequest(InvalidRequest(.options, problem))
  }

  func move(replacing: Bool) throws(FileFailure) {
    guard let destination else { return }
    do throws(FileFailure) {
      try moveAndShare(to: destination.path, replacing: replacing)
    } catch  where error.code == .EXDEV {
      try copy(replacing: replacing)
      try remove()
    }
  }

  func copy(replacing: Bool) throws(FileFailure) {
    guard let destination else { return }
    guard let file = try PosixFile(readingIfPresent: source.path, followsLinks: true) else {
      throw FileFailure(.ENOENT, path: source.path)
    }
    var copy = try PartialFile(for: destination.path)
    var offset: Int64 = 0
    while true {
      let chunk = try file.read(1 << 20, at: offset)
      guard !chunk.isEmpty else { break }
      try copy.write(chunk)
      offset += Int64(chunk.count)
    }
    try copy.finish(at: destination.path, replacing: replacing, readers: .byUmask)
  }

  /// Moves the file. One that only its owner can read, such as a temporary file, gets the permissions of a new file in its
  /// folder, which are found out before the file at `place` is replaced: the folder may have no room for that.
  private func moveAndShare(to place: String, replacing: Bool) throws(FileFailure) {
    guard let file = try PosixFile(readingIfPresent: source.path), try file.status().st_mode & 0o777 == 0o600
    else {
      return try PosixFile.move(source.path, to: place, replacing: replacing)
    }
    let permissions = try PosixFile.defaultPermissions(beside: place)
    try PosixFile.move(source.path, to: place, replacing: replacing)
    try file.setPermissions(permissions)
  }

  func remove() throws(FileFailure) { try PosixFile.remove(source.path) }
}
