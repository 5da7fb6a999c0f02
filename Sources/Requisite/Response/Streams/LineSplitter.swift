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

  /// The line at the end of all bytes, which nothing ended; nil where there is none.
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
