extension ByteStream {
  /// The bytes of a file, read in chunks of 64 KiB as they are asked for; each pass opens it anew.
  ///
  /// Nothing is opened before the first chunk is asked for, and the file is closed at the end, after an error, and when
  /// the pass is dropped. The disk is waited for on a thread of the library's own.
  ///
  /// - Parameters:
  ///   - url: The file, or a symbolic link to it. Folders, pipes and devices are errors.
  ///   - length: How many bytes the file must have, as announced to a server; nil for as many as there are.
  /// - Throws: The stream throws ``NetworkRequestError/invalidRequest(_:)`` with the system's error as cause where the
  ///   file cannot be read; ``NetworkRequestError/urlSessionFailed(_:)`` with `.requestBodyStreamExhausted` where it
  ///   has more or fewer bytes than `length`; ``NetworkRequestError/cancelled(_:)`` where the task is.
  public static func file(_ url: URL, length: Int64? = nil) -> ByteStream {
    ByteStream(restarting: {
      let pass = FilePass(url: url, length: length)
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

  private let url: URL
  private let length: Int64?
  private let state = Locked(State.closed)

  init(url: URL, length: Int64?) {
    (self.url, self.length) = (url, length)
  }

  func next() async throws(NetworkRequestError) -> Data? {
    if Task.isCancelled { throw .cancelled(nil) }
    return try await Self.queue.run { () throws(NetworkRequestError) in try self.read() }
  }

  private func read() throws(NetworkRequestError) -> Data? {
    let (url, length) = (url, length)
    return try state.withLock { state throws(NetworkRequestError) -> Data? in
      if case .ended = state { return nil }
      let opened: FileReader
      if case .open(let reader) = state {
        opened = reader
      } else {
        opened = try FileReader(url, length: length)
      }
      state = .ended  // at the end, and after an error
      let chunk = try opened.next(Self.chunkSize)
      if chunk != nil { state = .open(opened) }
      return chunk
    }
  }
}
