extension ByteStream {
  /// The bytes of a file, read in chunks of 64 KiB as they are asked for; each pass opens it anew.
  ///
  /// Nothing is opened before the first chunk is asked for, and the file is closed at the end, at an error, and where
  /// the pass is dropped. Reading blocks the task's thread for as long as the file system takes for a chunk.
  ///
  /// - Parameter length: How many bytes the file must have, as announced to a server; nil for as many as there are.
  /// - Throws: The stream throws ``NetworkRequestError/urlSessionFailed(_:)`` where the file cannot be opened
  ///   (`.cannotOpenFile`) or read, or has more or fewer bytes than `length` (`.requestBodyStreamExhausted`), with
  ///   the cause in its user info; ``NetworkRequestError/cancelled(_:)`` where the task is.
  public static func file(_ url: URL, length: Int64? = nil) -> ByteStream {
    ByteStream(restarting: {
      let reading = Locked(FileReading(url: url, length: length))
      return { () async throws(NetworkRequestError) -> Data? in
        if Task.isCancelled { throw .cancelled(nil) }
        return try reading.withLock { reading throws(NetworkRequestError) in try reading.next() }
      }
    })
  }
}

/// One pass over a file.
private struct FileReading {
  static let chunkSize = 64 << 10

  let url: URL
  let length: Int64?
  var handle: FileHandle?
  var count: Int64 = 0
  var isFinished = false

  init(url: URL, length: Int64?) {
    self.url = url
    self.length = length
  }

  mutating func next() throws(NetworkRequestError) -> Data? {
    guard !isFinished else { return nil }
    do {
      let chunk = try chunk()
      if chunk == nil { try finish() }
      return chunk
    } catch {
      isFinished = true
      handle = nil
      throw error
    }
  }

  private mutating func chunk() throws(NetworkRequestError) -> Data? {
    let file = try open()
    let chunk: Data?
    do { chunk = try file.read(upToCount: Self.chunkSize) } catch {
      throw failure(.cannotOpenFile, "cannot be read", cause: error)
    }
    guard let chunk, !chunk.isEmpty else { return nil }
    count += Int64(chunk.count)
    if let length, count > length { throw failure(.requestBodyStreamExhausted, "grew while it was sent") }
    return chunk
  }

  private mutating func open() throws(NetworkRequestError) -> FileHandle {
    if let handle { return handle }
    do {
      let opened = try FileHandle(forReadingFrom: url)
      handle = opened
      return opened
    } catch {
      throw failure(.cannotOpenFile, "cannot be opened", cause: error)
    }
  }

  private mutating func finish() throws(NetworkRequestError) {
    isFinished = true
    handle = nil
    if let length, count < length { throw failure(.requestBodyStreamExhausted, "shrank while it was sent") }
  }

  private func failure(
    _ code: URLError.Code, _ problem: String, cause: (any Error)? = nil
  ) -> NetworkRequestError {
    var info: [String: Any] = [NSLocalizedDescriptionKey: "the file “\(url.path)” \(problem)"]
    if let cause { info[NSUnderlyingErrorKey] = cause }
    return .urlSessionFailed(TransportFailure(URLError(code, userInfo: info)))
  }
}
