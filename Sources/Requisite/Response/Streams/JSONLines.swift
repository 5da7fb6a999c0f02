/// JSON values, one a line, as they come (NDJSON, JSON Lines). One reader, one pass.
///
/// ```swift
/// struct ExportTodos: Request {
///   typealias ReturnType = JSONLines<Todo>
///   let path = "/todos.ndjson"
/// }
/// for try await todo in try await client.dispatch(ExportTodos()) { print(todo.title) }
/// ```
/// Each line is decoded by the request's decoder or the client's when it is asked for, off the main actor. Empty lines
/// are passed over. A line ends at LF or CR LF; the last one may end with the response. Any `Content-Type` is taken, for
/// servers do not agree on one.
///
/// A line that is not what is wanted is a ``NetworkRequestError/decodingError(_:)``, whose reason names its number, whose
/// ``DecodingFailure/underlyingError`` is the decoder's, and whose response has the line as its data. It is the end: no
/// further line is decoded, and the transfer is over. To read on after a bad line, read ``Lines`` and
/// decode them yourself.
///
/// The reader sets the pace, and memory holds a chunk, a line and a value. A line of more than
/// ``RequestOptions/maximumLineLength`` bytes is an error. Where the reading task is cancelled,
/// ``NetworkRequestError/cancelled(_:)`` is thrown; dropping the values ends the transfer.
public struct JSONLines<Value: Decodable & Sendable>: AsyncSequence, Sendable {
  /// The type of the values, one a line.
  public typealias Element = Value

  private let stream: ByteStream
  private let response: NetworkResponse
  private let decoder: any ResponseDecoder

  /// Trailer fields and timings; nil before the body was read to its end. See ``ByteStream/end``.
  public var end: ByteStream.End? { stream.end }

  /// Starts to read. There is one pass: a second iterator continues where the first one stopped, and loses what that one had
  /// buffered.
  public func makeAsyncIterator() -> AsyncIterator {
    let reader = LineReader(stream, of: response, endingAt: .lineFeed, as: Value.self)
    return AsyncIterator(reader: reader, decoder: decoder)
  }

  /// One pass over the values.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var reader: LineReader
    fileprivate let decoder: any ResponseDecoder

    /// The value of the next line that is not empty; nil after the last one.
    ///
    /// - Throws: ``NetworkRequestError/decodingError(_:)`` for a line that is malformed or too long, which names it;
    ///   ``NetworkRequestError/urlSessionFailed(_:)`` where the connection is lost or silent for too long;
    ///   ``NetworkRequestError/deadlineExceeded(_:)``; ``NetworkRequestError/cancelled(_:)``.
    public mutating func next() async throws(NetworkRequestError) -> Value? {
      while let line = try await reader.next() {
        guard !Self.isBlank(line) else { continue }
        do { return try decoder.decode(Value.self, from: line) } catch {
          reader.stop()
          throw reader.failure(.line(reader.number, error), line: line)
        }
      }
      return nil
    }

    /// Whether a line has nothing but white space of JSON (RFC 8259 §2). The first byte decides for most lines.
    private static func isBlank(_ line: Data) -> Bool {
      line.withUnsafeBytes { bytes in
        bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
      }
    }
  }
}

extension JSONLines: ResponseConvertible {
  /// Chunk by chunk: as JSON lines, where the server has a choice.
  public static var responseForm: ResponseForm {
    let anything = MediaType("*", "*", parameters: ["q": "0.5"])
    return .streamed(accept: [.jsonLines, MediaType("application", "x-ndjson"), anything])
  }

  /// True: the decoder of each line starts at the key path.
  public static var readsKeyPath: Bool { true }

  /// The values of the body.
  public init(response: NetworkResponse, decoder: any ResponseDecoder) {
    stream = ByteStream(response: response, decoder: decoder)
    self.response = response.replacing(body: .data(Data()))
    self.decoder = decoder
  }
}
