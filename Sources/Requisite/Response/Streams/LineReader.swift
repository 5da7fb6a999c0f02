/// One pass over the lines of a streamed response, as bytes.
struct LineReader {
  /// The number of the last line that was read, counted from 1.
  private(set) var number = 0
  /// The maximum length of a line, in bytes.
  let limit: Int

  private let response: NetworkResponse
  private let type: Any.Type
  private var splitter: LineSplitter
  /// The source; nil at the end and after an error, which ends the transfer.
  private var chunks: ByteStream.AsyncIterator?

  /// - Parameter type: The type that the lines are decoded to, for error messages.
  init(
    _ stream: ByteStream, of response: NetworkResponse, endingAt end: LineSplitter.Terminator,
    as type: Any.Type
  ) {
    self.response = response
    self.type = type
    limit = max(0, response.request.options.maximumLineLength)
    splitter = LineSplitter(endingAt: end, limit: limit)
    chunks = stream.makeAsyncIterator()
  }

  /// Returns the next line, without its terminator, and without a byte order mark at the start of the body; nil at the
  /// end.
  mutating func next() async throws(NetworkRequestError) -> Data? {
    while chunks != nil {
      if let line = try whole() { return line }
      do throws(NetworkRequestError) {
        guard let chunk = try await chunks?.next() else { return last() }
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
    .decodingError(DecodingFailure(reason, type: type, response: response.replacing(body: .data(line))))
  }

  private mutating func whole() throws(NetworkRequestError) -> Data? {
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
    return splitter.last().map { numbered($0) }
  }

  private mutating func numbered(_ line: Data) -> Data {
    number += 1
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return number == 1 && line.starts(with: mark) ? line.dropFirst(mark.count) : line
  }
}

/// Splits bytes that arrive chunk by chunk into lines. A value: it stores the unfinished line, and the part of the
/// chunk that has not been searched.
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
  /// True after a line that ended with CR: an LF that follows belongs to that line's end, and may be in the next chunk.
  private var skipsLineFeed = false
  /// The place of the next LF in the chunk. Searching for it again after each CR would take quadratic time.
  private var lineFeed = Search.notDone

  private enum Search {
    case notDone, notFound
    case found(Data.Index)
  }

  /// - Parameter limit: The maximum length of a line without its terminator, in bytes.
  init(endingAt terminator: Terminator, limit: Int) {
    (self.terminator, self.limit) = (terminator, limit)
  }

  /// Adds a chunk. Call it only after ``next()`` has returned nil.
  mutating func append(_ chunk: Data) {
    self.chunk = chunk
    lineFeed = .notDone
  }

  /// Returns the next complete line, without its terminator; nil if more bytes are needed.
  mutating func next() throws(TooLong) -> Data? {
    if skipsLineFeed, let first = chunk.first {
      skipsLineFeed = false
      if first == UInt8(ascii: "\n") { chunk = chunk.dropFirst() }
    }
    guard let end = end(in: chunk) else {
      try grow(by: chunk)
      chunk = Data()
      return nil
    }
    try grow(by: chunk[..<end])
    skipsLineFeed = chunk[end] == UInt8(ascii: "\r")
    chunk = chunk[(end + 1)...]
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
    // The common case, a line within one chunk, is not copied.
    if unfinished.isEmpty { unfinished = bytes } else { unfinished.append(bytes) }
  }

  private mutating func end(in bytes: Data) -> Data.Index? {
    let feed = nextLineFeed(in: bytes)
    guard terminator == .any else { return feed }
    return Self.index(of: "\r", in: bytes[..<(feed ?? bytes.endIndex)]) ?? feed
  }

  private mutating func nextLineFeed(in bytes: Data) -> Data.Index? {
    switch lineFeed {
    case .found(let index) where index >= bytes.startIndex: return index
    case .notFound: return nil
    default: break
    }
    let index = Self.index(of: "\n", in: bytes)
    lineFeed = index.map(Search.found) ?? .notFound
    return index
  }

  private static func index(of scalar: Unicode.Scalar, in bytes: Data) -> Data.Index? {
    bytes.withUnsafeBytes { buffer -> Int? in
      guard let base = buffer.baseAddress else { return nil }
      return memchr(base, Int32(scalar.value), buffer.count).map { UnsafeRawPointer($0) - base }
    }
    .map { bytes.startIndex + $0 }
  }
}
