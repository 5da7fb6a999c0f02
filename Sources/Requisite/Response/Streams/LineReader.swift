/// One pass over the lines of a streamed response, as bytes.
struct LineReader {
  /// The number of the last line, from 1.
  private(set) var number = 0
  /// How many bytes a line may have.
  let limit: Int

  private let response: NetworkResponse
  private let type: Any.Type
  private var splitter: LineSplitter
  /// nil when there is nothing more to read: at the end, or after an error. Then the transfer is over as well.
  private var chunks: ByteStream.AsyncIterator?

  /// - Parameter type: What the lines are made into, for errors to tell.
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

  /// The next line, without its end and without a byte order mark at the very beginning; nil at the end.
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

  /// Nothing more is read; the transfer is of no more use.
  mutating func stop() {
    chunks = nil
  }

  /// The failure of the last line, with the reader's reason.
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

/// Finds lines in bytes that come chunk by chunk. A value: what it holds is the line that is not finished, and the
/// chunk that is not looked through.
struct LineSplitter {
  /// What ends a line.
  enum Terminator {
    /// LF, CR LF or CR, as text has it, and event streams.
    case any
    /// LF alone, as in JSON lines, where a CR is white space.
    case lineFeed
  }

  /// A line of more bytes than there may be; its beginning.
  struct TooLong: Error {
    let start: Data
  }

  private let terminator: Terminator
  private let limit: Int
  private var unfinished = Data()
  private var chunk = Data()
  /// The last line was ended by a CR: an LF that follows belongs to it, and may be in the next chunk.
  private var skipsLineFeed = false
  /// Where the next LF of the chunk is: looking for it anew for each of many CRs would take time that grows by the square.
  private var lineFeed = Search.notDone

  private enum Search {
    case notDone, notFound
    case found(Data.Index)
  }

  /// - Parameter limit: How many bytes a line may have, without its end.
  init(endingAt terminator: Terminator, limit: Int) {
    (self.terminator, self.limit) = (terminator, limit)
  }

  /// Adds a chunk. All lines that were there are taken before.
  mutating func append(_ chunk: Data) {
    self.chunk = chunk
    lineFeed = .notDone
  }

  /// The next whole line, without its end; nil where more bytes are wanted.
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

  /// The rest after the last line end; nil if it is empty.
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
      // Of copies: Foundation on Linux ends the process where empty slices are joined.
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
