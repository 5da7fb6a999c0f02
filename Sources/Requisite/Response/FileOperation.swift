/// Something that is done to a file, and how its failure is told.
///
/// All functions wait for the disk: call them on a ``BlockingQueue``.
struct FileOperation: Sendable {
  private let verb: String
  private let source: URL
  private let destination: URL?

  /// - Parameter verb: What is done to the file, as in “moved”.
  init(_ verb: String, _ source: URL, to destination: URL? = nil) {
    (self.verb, self.source, self.destination) = (verb, source, destination)
  }

  /// A place for a file that is nobody's yet.
  static func temporaryFile(_ id: RequestID = RequestID()) -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("requisite-\(id)")
  }

  func failure(
    _ cause: any Error, of request: TransportRequest, _ code: URLError.Code
  ) -> NetworkRequestError {
    let place = destination.map { " to “\($0.path)”" } ?? ""
    let words = "the file “\(source.path)” cannot be \(verb)\(place): \(cause.localizedDescription)"
    let info: [String: Any] = [
      NSLocalizedDescriptionKey: words, NSUnderlyingErrorKey: cause,
      NSFilePathErrorKey: (destination ?? source).path,
    ]
    return .urlSessionFailed(TransportFailure(URLError(code, userInfo: info), request: request))
  }

  func move(replacing: Bool) throws(POSIXError) {
    guard let destination else { return }
    do throws(POSIXError) {
      try Self.put(source.path, at: destination.path, replacing: replacing)
    } catch  where error.code == .EXDEV {
      try copy(replacing: replacing)
      try remove()
    }
  }

  func copy(replacing: Bool) throws(POSIXError) {
    guard let destination else { return }
    let part = destination.deletingLastPathComponent()
      .appendingPathComponent(".\(destination.lastPathComponent).\(RequestID()).part").path
    do throws(POSIXError) {
      try Self.copyBytes(from: source.path, to: part)
      try Self.put(part, at: destination.path, replacing: replacing)
    } catch {
      // The error that led here is the one to report.
      _ = unlink(part)
      throw error
    }
  }

  func remove() throws(POSIXError) { try PosixFile.remove(source.path) }

  /// Gives a file another name on its volume. link() fails where the name is taken, and rename() does not.
  private static func put(_ path: String, at place: String, replacing: Bool) throws(POSIXError) {
    guard !replacing else {
      try PosixFile.check(rename(path, place), place)
      return
    }
    try PosixFile.check(link(path, place), place)
    try PosixFile.remove(path)
  }

  private static func copyBytes(from path: String, to part: String) throws(POSIXError) {
    guard let source = try PosixFile(readingIfPresent: path) else {
      throw POSIXError(.ENOENT, userInfo: [NSFilePathErrorKey: path])
    }
    let copy = try PosixFile(creating: part)
    try copy.setPermissions(try source.status().st_mode)
    var offset = 0
    while true {
      let chunk = try source.read(1 << 20, at: offset)
      guard !chunk.isEmpty else { return }
      try copy.write(chunk)
      offset += chunk.count
    }
  }
}
