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
  public init(pull: @escaping @Sendable () async throws -> Data?) {
    self.init(pull: Self.converting(pull))
  }

  /// Makes the stream of a response from a function that throws any error. `end` returns
  /// its trailer fields and timings, or nil before the body has ended.
  public init(end: @escaping @Sendable () -> End?, pull: @escaping @Sendable () async throws -> Data?) {
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

/// One pass over a file that is the body of a request, or part of one. Its functions block until the disk has responded.
///
/// All transports read files with this type, so an unreadable file is the same error everywhere:
/// ``NetworkRequestError/invalidRequest(_:)`` with the system's error as its cause.
final class FileReader: Sendable {
  private let part: FilePart
  private let file: PosixFile
  private let position = Locked(Int64(0))

  /// Opens the file, following symbolic links. Throws if its URL is not a file URL or the file cannot be opened.
  init(_ part: FilePart) throws(NetworkRequestError) {
    let url = part.url
    guard url.isFileURL else {
      throw .invalidRequest(.body, "“\(url.printable)” is not a file URL: use URL(fileURLWithPath:)")
    }
    self.part = part
    do throws(FileFailure) {
      guard let file = try PosixFile(readingIfPresent: url.path, followsLinks: true) else {
        throw FileFailure(.ENOENT, path: url.path)
      }
      self.file = file
    } catch {
      throw Self.unreadable(url, error)
    }
  }

  /// The current size of the file, in bytes. A file that has bytes although its size is 0, such as those in `/proc`, is
  /// an error: nothing of it would be sent.
  func size() throws(NetworkRequestError) -> Int64 {
    do throws(FileFailure) {
      let size = Int64(try file.status().st_size)
      guard size == 0, !(try file.read(1, at: 0)).isEmpty else { return size }
    } catch {
      throw Self.unreadable(part.url, error)
    }
    throw .invalidRequest(
      .body, "the file “\(part.url.path)” has bytes, but its size is 0: send ByteStream.file(_:) as a stream")
  }

  /// Returns the next bytes, at most `count`; nil at the end of the file.
  ///
  /// - Throws: ``NetworkRequestError/urlSessionFailed(_:)`` with `.requestBodyStreamExhausted` if the file has more or
  ///   fewer bytes than `length`.
  func next(_ count: Int) throws(NetworkRequestError) -> Data? {
    try position.withLock { position throws(NetworkRequestError) in
      let length = part.length
      let chunk: Data
      let rest = part.offset == nil ? Int64(count) : min(Int64(count), (length ?? .max) - position)
      do throws(FileFailure) { chunk = try file.read(Int(rest), at: position + (part.offset ?? 0)) } catch {
        throw Self.unreadable(part.url, error)
      }
      position += Int64(chunk.count)
      if let length, position > length { throw changed("grew") }
      guard chunk.isEmpty else { return chunk }
      if let length, position < length { throw changed("shrank") }
      return nil
    }
  }

  private static func unreadable(_ url: URL, _ cause: FileFailure) -> NetworkRequestError {
    let isRegular = cause.code != .EISDIR && cause.code != .EINVAL
    let problem = isRegular ? "cannot be read: \(cause.reason)" : "is not a regular file"
    return .invalidRequest(.body, "the file “\(url.path)” \(problem)", underlyingError: cause)
  }

  private func changed(_ verb: String) -> NetworkRequestError {
    let words =
      "the file “\(part.url.path)” \(verb) while it was sent: \(part.length ?? 0) bytes were announced; send "
      + "a file that no one writes to"
    return .urlSessionFailed(TransportFailure(.requestBodyStreamExhausted, words))
  }
}
