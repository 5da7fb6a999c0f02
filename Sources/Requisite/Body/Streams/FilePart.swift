/// A file or a part of one, as the body of a request.
struct FilePart: Sendable {
  let url: URL
  /// The bytes of the file before the part, which may be followed by others; nil for the whole file.
  var offset: Int64?
  /// The number of bytes that the file or the part must have, as announced to a server; nil for any number.
  var length: Int64?

  /// Returns the part as a body of known length that can be read again.
  ///
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` if the file cannot be read or does not have the part.
  func stream() throws(NetworkRequestError) -> BodyStream {
    let (size, offset) = (try FileReader(FilePart(url: url)).size(), offset ?? 0)
    guard offset >= 0, offset <= size, let length = Optional(length ?? size - offset), length >= 0,
      length <= size - offset
    else {
      let wanted = length.map { "\($0) bytes" } ?? "the bytes"
      throw .invalidRequest(
        .body, "the file “\(url.path)” has \(size) bytes, and not \(wanted) from offset \(offset) on")
    }
    let part = FilePart(url: url, offset: offset, length: length)
    return BodyStream(length: length, restarting: { part.bytes })
  }

  /// The bytes, read on demand.
  var bytes: ByteStream {
    ByteStream(restarting: {
      let pass = FilePass(part: self)
      return { () async throws(NetworkRequestError) -> Data? in try await pass.next() }
    })
  }
}

private final class FilePass: Sendable {
  private enum State {
    case closed
    case open(FileReader)
    case ended
  }

  private static let chunkSize = 64 << 10
  private static let queue = BlockingQueue("requisite.upload", width: 4)

  private let part: FilePart
  private let state = Locked(State.closed)

  init(part: FilePart) { self.part = part }

  func next() async throws(NetworkRequestError) -> Data? {
    if Task.isCancelled { throw .cancelled(nil) }
    return try await Self.queue.run { () throws(NetworkRequestError) in try self.read() }
  }

  private func read() throws(NetworkRequestError) -> Data? {
    try state.withLock { state throws(NetworkRequestError) -> Data? in
      let reader: FileReader
      switch state {
      case .closed: reader = try FileReader(part)
      case .open(let opened): reader = opened
      case .ended: return nil
      }
      state = .ended  // at the end, and after an error
      let chunk = try reader.next(Self.chunkSize)
      if chunk != nil { state = .open(reader) }
      return chunk
    }
  }
}
