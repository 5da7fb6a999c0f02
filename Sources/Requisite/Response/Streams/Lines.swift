/// The lines of a response, as they arrive, for one reader and one pass.
///
/// ```swift
/// struct BuildLog: Request {
///   typealias ReturnType = Lines
///   let path = "/builds/7/log"
/// }
/// for try await line in try await client.dispatch(BuildLog()) { print(line) }
/// ```
/// A line ends at LF, CR LF or CR, which is not part of it; the last one may end with the response. Empty lines count
/// as lines. A complete line is returned at once, without waiting for the next one.
///
/// The text is decoded by the `charset` of the `Content-Type`, as UTF-8 without one; a byte order mark at the start is
/// skipped. Bytes that are invalid in UTF-8 become U+FFFD, so that one of them does not end a log; a line that is
/// invalid in another charset is decoded as UTF-8. If line ends of the charset are not single bytes, as in UTF-16,
/// `dispatch` throws ``NetworkRequestError/decodingError(_:)``.
///
/// The reader sets the pace, and memory holds one chunk and one line. A line of more than
/// ``RequestOptions/maximumLineLength`` bytes is an error. An error ends the lines, after every whole line that
/// arrived: the start of one that was cut is dropped, because it could be taken for the line. If the reading task is cancelled,
/// the next read throws ``NetworkRequestError/cancelled(_:)``. Dropping the lines ends the transfer.
public struct Lines: AsyncSequence, Sendable {
  /// A line, without its terminator.
  public typealias Element = String

  private let stream: ByteStream
  private let response: NetworkResponse
  private let charset: Charset

  /// Trailer fields and timings; nil until the body has been read to its end. See ``ByteStream/end``.
  public var end: ByteStream.End? { stream.end }

  /// Starts reading. There is one pass: a second iterator continues where the first stopped, without the bytes that the
  /// first had buffered.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(
      reader: LineReader(stream, of: response, endingAt: .any, as: Lines.self),
      charset: charset)
  }

  /// One pass over the lines.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var reader: LineReader
    fileprivate let charset: Charset

    /// Returns the next line; nil after the last one.
    ///
    /// - Throws: ``NetworkRequestError/decodingError(_:)`` with the number of a line that is too long;
    ///   ``NetworkRequestError/urlSessionFailed(_:)`` if the connection is lost or silent for too long;
    ///   ``NetworkRequestError/deadlineExceeded(_:request:)``; ``NetworkRequestError/cancelled(_:)``.
    public mutating func next() async throws(NetworkRequestError) -> String? {
      try await next(isolation: nil)
    }

    /// Returns the next line; nil after the last one. `for try await` calls this function: a line that has already
    /// arrived is returned without leaving the actor of the reader, such as the main actor.
    ///
    /// - Throws: What ``next()`` throws.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(NetworkRequestError) -> String? {
      try await reader.next(isolation: actor).map(charset.line)
    }
  }
}

extension Lines: ResponseConvertible {
  /// Streamed, of any media type.
  public static var responseForm: ResponseForm { .streamed(accept: []) }

  /// Takes the body without reading it, and chooses the charset.
  ///
  /// - Throws: ``NetworkRequestError/decodingError(_:)`` if the charset is unknown, or its line ends are not single
  ///   bytes.
  public init(response: NetworkResponse, decoder: any ResponseDecoder) throws(NetworkRequestError) {
    let name = response.charsetName
    guard let charset = Charset(named: name), charset.hasLinesOfBytes else {
      throw .decodingError(DecodingFailure(.text(charset: name), type: Self.self, response: response))
    }
    self.charset = charset
    self.response = response.replacing(body: .data(Data()))
    stream = ByteStream(response: response, decoder: decoder)
  }
}

extension RequestOptions {
  /// The maximum length of a line of ``Lines``, ``JSONLines`` and ``ServerSentEvents``, in bytes; 1 MiB by default.
  ///
  /// A longer line is a ``NetworkRequestError/decodingError(_:)`` with the number of the line. The default is far more
  /// than real lines have, and far less than exhausts the memory of a process.
  public var maximumLineLength: Int {
    get { max(0, self[MaximumLineLengthKey.self]) }
    set { self[MaximumLineLengthKey.self] = newValue }
  }
}

private enum MaximumLineLengthKey: RequestOptionKey { static let defaultValue = 1 << 20 }

/// One pass over the lines of a streamed response, as bytes.
struct LineReader {
  /// The number of the last line that was read, counted from 1.
  private(set) var number = 0
  /// The maximum length of a line, in bytes.
  let limit: Int

  /// Whether bytes after the last terminator are a line.
  private let keepsUnfinishedLine: Bool
  private let response: NetworkResponse
  private let type: Any.Type
  private var splitter: LineSplitter
  /// The source; nil at the end and after an error, which ends the transfer.
  private var chunks: ByteStream.AsyncIterator?

  /// - Parameter type: The type that the lines are decoded to, for error messages.
  init(
    _ stream: ByteStream, of response: NetworkResponse, endingAt end: LineSplitter.Terminator,
    keepsUnfinishedLine: Bool = true, as type: Any.Type
  ) {
    self.keepsUnfinishedLine = keepsUnfinishedLine
    self.response = response
    self.type = type
    limit = response.request.options.maximumLineLength
    splitter = LineSplitter(endingAt: end, limit: limit)
    chunks = stream.makeAsyncIterator()
  }

  /// Returns the next line, without its terminator, and without a byte order mark at the start of the body; nil at the
  /// end. Leaves the caller's actor only to wait for a chunk.
  mutating func next(
    isolation actor: isolated (any Actor)? = #isolation
  ) async throws(NetworkRequestError) -> Data? {
    while chunks != nil {
      if let line = try whole() { return line }
      do throws(NetworkRequestError) {
        guard let chunk = try await chunks?.next(isolation: actor) else { return last() }
        splitter.append(chunk)
      } catch {
        chunks = nil
        throw error
      }
    }
    return nil
  }

  /// Stops reading, which ends the transfer.
  mutating func stop() {
    chunks = nil
  }

  /// Makes the error for a line, which becomes the data of the error's response.
  func failure(_ reason: DecodingFailure.Reason, line: Data) -> NetworkRequestError {
    .decodingError(DecodingFailure(reason, type: type, response: response.replacing(body: .data(Data(line)))))
  }

  /// Returns the next line if it has arrived whole, without waiting: a line needs no suspension then.
  mutating func whole() throws(NetworkRequestError) -> Data? {
    guard chunks != nil else { return nil }
    do throws(LineSplitter.TooLong) {
      return try splitter.next().map { numbered($0) }
    } catch {
      stop()
      let reason = DecodingFailure.Reason.lineTooLong(number + 1, limit: limit)
      throw failure(reason, line: error.start.prefix(1_000))
    }
  }

  private mutating func last() -> Data? {
    stop()
    guard keepsUnfinishedLine, let line = splitter.last().map({ numbered($0) }) else { return nil }
    // A body that is only a byte order mark has no text, and so no line.
    return line.isEmpty ? nil : line
  }

  private mutating func numbered(_ line: Data) -> Data {
    number += 1
    return number == 1 ? line.withoutMark : line
  }
}

/// Splits bytes that arrive chunk by chunk into lines. A value: it stores the unfinished line, and the chunk with the offset
/// where its next line begins.
struct LineSplitter {
  /// The bytes that end a line.
  enum Terminator {
    /// LF, CR LF or CR, as in text and event streams.
    case any
    /// LF alone, as in JSON lines, where a CR is white space.
    case lineFeed
  }

  /// The error for a line that is longer than the limit, with the start of the line.
  struct TooLong: Error {
    let start: Data
  }

  private let terminator: Terminator
  private let limit: Int
  private var unfinished = Data()
  private var chunk = Data()
  /// Where the next line begins in the chunk, or the chunk's end.
  private var start: Data.Index = 0
  /// True after a line that ended with CR: an LF that follows belongs to that line's end, and may be in the next chunk.
  private var skipsLineFeed = false
  /// The offset of the next LF in the chunk. Searching for it again after each CR would take quadratic time.
  private var lineFeed = Search.notDone

  private enum Search {
    case notDone, notFound
    case found(Data.Index)
  }

  /// - Parameter limit: The maximum length of a line without its terminator, in bytes.
  init(endingAt terminator: Terminator, limit: Int) {
    self.terminator = terminator
    self.limit = limit
  }

  /// Adds a chunk. Call it only after ``next()`` has returned nil.
  mutating func append(_ chunk: Data) {
    self.chunk = chunk
    start = chunk.startIndex
    lineFeed = .notDone
  }

  /// Returns the next complete line, without its terminator; nil if more bytes are needed.
  mutating func next() throws(TooLong) -> Data? {
    if skipsLineFeed, start < chunk.endIndex {
      skipsLineFeed = false
      if chunk[start] == UInt8(ascii: "\n") { start += 1 }
    }
    guard let end = end() else {
      try grow(by: chunk[start...])
      append(Data())
      return nil
    }
    let line = chunk[start..<end]
    skipsLineFeed = terminator == .any && chunk[end] == UInt8(ascii: "\r")
    start = end + 1
    // The common case, a line within one chunk, is not copied.
    if unfinished.isEmpty, line.count <= limit { return line }
    try grow(by: line)
    return takeUnfinished()
  }

  /// Returns the bytes after the last terminator; nil if there are no bytes.
  mutating func last() -> Data? {
    unfinished.isEmpty ? nil : takeUnfinished()
  }

  private mutating func takeUnfinished() -> Data {
    defer { unfinished = Data() }
    return unfinished
  }

  private mutating func grow(by bytes: Data) throws(TooLong) {
    let room = limit - unfinished.count
    guard bytes.count <= room else {
      // Copies both parts: Foundation on Linux ends the process when empty slices are joined.
      var start = [UInt8](unfinished)
      start += [UInt8](bytes.prefix(room))
      throw TooLong(start: Data(start))
    }
    if unfinished.isEmpty { unfinished = bytes } else { unfinished.append(bytes) }
  }

  /// The offset of the terminator of the line that begins at `start`.
  private mutating func end() -> Data.Index? {
    let feed = nextLineFeed()
    guard terminator == .any else { return feed }
    return index(of: "\r", before: feed ?? chunk.endIndex) ?? feed
  }

  private mutating func nextLineFeed() -> Data.Index? {
    switch lineFeed {
    case .found(let index) where index >= start: return index
    case .notFound: return nil
    default: break
    }
    let index = index(of: "\n", before: chunk.endIndex)
    lineFeed = index.map(Search.found) ?? .notFound
    return index
  }

  /// Finds a character from `start` to before `end`, which is not beyond the chunk.
  private func index(of scalar: Unicode.Scalar, before end: Data.Index) -> Data.Index? {
    let first = chunk.startIndex
    return chunk.withUnsafeBytes { bytes in
      bytes.firstIndex(of: UInt8(ascii: scalar), in: (start - first)..<(end - first)).map { first + $0 }
    }
  }
}
