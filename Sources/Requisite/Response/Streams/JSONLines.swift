/// The JSON values of a response, one per line, as they arrive (NDJSON, JSON Lines), for one reader and one pass.
///
/// ```swift
/// struct ExportTodos: Request {
///   typealias ReturnType = JSONLines<Todo>
///   let path = "/todos.ndjson"
/// }
/// for try await todo in try await client.dispatch(ExportTodos()) {
///   print(todo.title)
/// }
/// ```
/// The request's decoder, or else the client's, decodes each line when the reader asks for it, off the main actor.
/// Blank lines are skipped. A line ends at LF or CR LF; the last one may end with the response. Lines are in UTF-8: one that
/// begins as UTF-16 or UTF-32 does is malformed. Any `Content-Type` is accepted, because servers do not agree on one.
///
/// A line that cannot be decoded throws ``NetworkRequestError/decodingError(_:)``: its reason has the number of the
/// line, its ``DecodingFailure/underlyingError`` is the decoder's error, and its response has the line as its data. The
/// error ends the values and the transfer. To read on after a bad line, read ``Lines`` and decode them yourself.
///
/// The reader sets the pace, and memory holds one chunk, one line and one value. A line of more than
/// ``RequestOptions/maximumLineLength`` bytes is an error. If the reading task is cancelled, the next read throws
/// ``NetworkRequestError/cancelled(_:)``. Dropping the values ends the transfer.
public struct JSONLines<Value: Decodable & Sendable>: AsyncSequence, Sendable {
  /// The type of the values, one per line.
  public typealias Element = Value

  private let stream: ByteStream
  private let response: NetworkResponse
  private let decoder: any ResponseDecoder

  /// Trailer fields and timings; nil until the body has been read to its end. See ``ByteStream/end``.
  public var end: ByteStream.End? { stream.end }

  /// Starts reading. There is one pass: a second iterator continues where the first stopped, without the bytes that the
  /// first had buffered.
  public func makeAsyncIterator() -> AsyncIterator {
    let reader = LineReader(stream, of: response, endingAt: .lineFeed, as: Value.self)
    return AsyncIterator(reader: reader, decoder: decoder)
  }

  /// One pass over the values.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var reader: LineReader
    fileprivate let decoder: any ResponseDecoder

    /// Decodes the next line that is not blank; returns nil after the last one.
    ///
    /// - Throws: ``NetworkRequestError/decodingError(_:)`` with the number of a line that is malformed or too long;
    ///   ``NetworkRequestError/urlSessionFailed(_:)`` if the connection is lost or silent for too long;
    ///   ``NetworkRequestError/deadlineExceeded(_:request:)``; ``NetworkRequestError/cancelled(_:)``.
    public mutating func next() async throws(NetworkRequestError) -> Value? {
      while true {
        var line = try reader.whole()
        if line == nil { line = try await reader.next() }
        guard let line else { return nil }
        guard !Self.isBlank(line) else { continue }
        do {
          try Self.checkEncoding(of: line)
          return try decoder.decode(Value.self, from: line)
        } catch {
          reader.stop()
          throw reader.failure(.line(reader.number, error), line: line)
        }
      }
    }

    /// True if a line has only white space of JSON (RFC 8259 §2). The first byte decides for most lines.
    private static func isBlank(_ line: Data) -> Bool {
      line.withUnsafeBytes { bytes in
        bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
      }
    }

    /// Throws an error if a decoder could take the line, which is in UTF-8, for UTF-16 or UTF-32: JSON begins with ASCII,
    /// which has NUL bytes in these, and no text has them.
    private static func checkEncoding(of line: Data) throws(DecodingError) {
      guard line.withUnsafeBytes({ $0.prefix(4).contains(0) }) else { return }
      throw .dataCorrupted(
        DecodingError.Context(codingPath: [], debugDescription: "The line has a NUL byte."))
    }
  }
}

extension JSONLines: ResponseConvertible {
  /// Streamed. `Accept` prefers the types of JSON lines, and takes any other.
  public static var responseForm: ResponseForm {
    let anything = MediaType("*", "*", parameters: ["q": "0.5"])
    return .streamed(accept: [.jsonLines, MediaType("application", "x-ndjson"), anything])
  }

  /// True: the decoder of each line starts at the key path.
  public static var readsKeyPath: Bool { true }

  /// Takes the body without reading it; iteration reads and decodes it.
  public init(response: NetworkResponse, decoder: any ResponseDecoder) {
    stream = ByteStream(response: response, decoder: decoder)
    self.response = response.replacing(body: .data(Data()))
    self.decoder = decoder
  }
}
