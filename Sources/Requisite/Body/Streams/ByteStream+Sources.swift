// Streams from code that throws errors of any type. NetworkRequestError(_:request:) converts them, so a foreign error becomes the
// cause of an `unknownError`, and a `CancellationError` a cancellation.
extension ByteStream {
  /// Makes a stream from a function that throws any error.
  ///
  /// ```swift
  /// let pipe = FileHandle.standardInput
  /// let stream = ByteStream { try pipe.read(upToCount: 4_096) }
  /// ```
  /// One task at a time calls it, and not again after an error.
  ///
  /// - Parameters:
  ///   - end: Returns the trailer fields and timings of a response, or nil before its body has ended; always nil by default.
  ///   - pull: Returns the next chunk, or nil at the end.
  public init(
    end: @escaping @Sendable () -> End? = { nil }, pull: @escaping @Sendable () async throws -> Data?
  ) {
    self.init(end: end, pull: Self.converting(pull))
  }

  /// Makes a stream whose chunks derive from those of `other`, from a function that throws any error.
  /// Its ``end`` is that of `other`.
  public init(continuing other: ByteStream, pull: @escaping @Sendable () async throws -> Data?) {
    self.init(continuing: other, pull: Self.converting(pull))
  }

  /// Makes a stream that can be read again, from functions that throw any error. Each pass
  /// calls `makePull`.
  public init(
    restarting makePull: @escaping @Sendable () -> @Sendable () async throws -> Data?,
    end: @escaping @Sendable () -> End? = { nil }
  ) {
    self.init(restarting: { Self.converting(makePull()) }, end: end)
  }

  private static func converting(_ pull: @escaping @Sendable () async throws -> Data?) -> Pull {
    { () async throws(NetworkRequestError) -> Data? in
      do { return try await pull() } catch { throw NetworkRequestError(error) }
    }
  }
}

// Sequences whose elements are bytes, singly or in chunks: `AsyncStream`, `FileHandle.bytes`, a channel of a server, …
extension ByteStream {
  /// Makes a stream of the chunks of a sequence, such as an `AsyncStream<Data>` or one of `[UInt8]`.
  ///
  /// The sequence is read once, one element for each chunk, when the reader asks for it; it may throw any error.
  public init<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks)
  where Chunks.Element: Sequence, Chunks.Element.Element == UInt8 {
    let pass = SequencePass(chunks)
    self.init(pull: { try await pass.next().map { Data($0) } })
  }

  /// Makes a stream of the bytes of a sequence, such as those of a `FileHandle`, in chunks of 16 KiB.
  ///
  /// A chunk is delivered when it is full or the sequence has ended. The sequence is read once; it may throw any error.
  public init<Bytes: AsyncSequence & Sendable>(_ bytes: Bytes) where Bytes.Element == UInt8 {
    let pass = SequencePass(bytes)
    self.init(pull: {
      var chunk = Data()
      while chunk.count < 16 << 10, let byte = try await pass.next() { chunk.append(byte) }
      return chunk.isEmpty ? nil : chunk
    })
  }
}

extension BodyStream {
  /// Creates a body from the chunks of a sequence, such as an `AsyncStream<Data>` or one of `[UInt8]`.
  ///
  /// ```swift
  /// struct UploadLog: Request {
  ///   typealias ReturnType = Void
  ///   let path = "/logs"
  ///   let method = HTTPMethod.post
  ///   let body: BodyStream
  /// }
  /// let (lines, feed) = AsyncStream.makeStream(of: Data.self)
  /// let upload = UploadLog(body: BodyStream(lines))
  /// ```
  /// It can be sent once, so the call is not retried. For a sequence that can be made again, use
  /// `BodyStream(restarting: { ByteStream(makeSequence()) })`.
  public init<Chunks: AsyncSequence & Sendable>(length: Int64? = nil, _ chunks: Chunks)
  where Chunks.Element: Sequence, Chunks.Element.Element == UInt8 {
    self.init(length: length, ByteStream(chunks))
  }

  /// Creates a body from the bytes of a sequence, such as those of a `FileHandle`, which are sent in chunks of 16 KiB.
  ///
  /// It can be sent once, so the call is not retried.
  public init<Bytes: AsyncSequence & Sendable>(length: Int64? = nil, _ bytes: Bytes)
  where Bytes.Element == UInt8 {
    self.init(length: length, ByteStream(bytes))
  }
}

/// One pass over a sequence. A reader takes the iterator, so that another task, such as that of a second call with the same body,
/// finds none.
private struct SequencePass<Base: AsyncSequence & Sendable>: Sendable {
  private let iterator: Locked<Base.AsyncIterator?>

  init(_ base: Base) { iterator = Locked(base.makeAsyncIterator()) }

  func next() async throws -> Base.Element? {
    guard var taken = iterator.withLock({ $0.take() }) else { throw StreamIsBusy() }
    defer { iterator.withLock { $0 = taken } }
    return try await taken.next()
  }
}

extension ByteStream {
  /// Returns the bytes of a file, read on demand in chunks of 64 KiB.
  ///
  /// Each pass opens the file when its first chunk is requested, and closes it at the end, after an error, or when the pass
  /// is released. The file is read on up to four threads of the library, so a slow disk does not block the threads of
  /// Swift's tasks.
  ///
  /// - Parameters:
  ///   - url: The file, or a symbolic link to it. Folders, pipes and devices are errors.
  ///   - length: The number of bytes that the file must have, as announced to a server; nil for any number.
  /// - Throws: The stream throws ``NetworkRequestError/invalidRequest(_:)``, with the system's error as its cause, if
  ///   the file cannot be read; ``NetworkRequestError/urlSessionFailed(_:)`` with `.requestBodyStreamExhausted` if it
  ///   has more or fewer bytes than `length`; and ``NetworkRequestError/cancelled(_:)`` if the task is cancelled.
  public static func file(_ url: URL, length: Int64? = nil) -> ByteStream {
    FilePart(url: url, length: length).bytes
  }
}
