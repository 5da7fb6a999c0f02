/// The lines of a response, as they come. One reader, one pass.
///
/// ```swift
/// struct BuildLog: Request {
///   typealias ReturnType = Lines
///   let path = "/builds/7/log"
/// }
/// for try await line in try await client.dispatch(BuildLog()) { print(line) }
/// ```
/// A line is ended by LF, CR LF or CR, which is not part of it; the last one may end with the response. Empty lines are
/// lines. What is ready is handed out at once: a line that has come is not held back for one that has not.
///
/// The text is read by the `charset` of the `Content-Type`, UTF-8 without one; a byte order mark at the beginning is
/// skipped. Bytes that are invalid in that charset become U+FFFD, so that one of them does not end a log (in other charsets
/// than UTF-8, all of the line that is not ASCII). If lines cannot be found by single bytes, as in UTF-16, `dispatch` throws ``NetworkRequestError/decodingError(_:)``.
///
/// The reader sets the pace, and memory holds a chunk and a line. A line of more than
/// ``RequestOptions/maximumLineLength`` bytes is an error. After an error there are no more lines. Where the reading
/// task is cancelled, ``NetworkRequestError/cancelled(_:)`` is thrown; dropping the lines ends the transfer.
public struct Lines: AsyncSequence, Sendable {
  /// A line, without its end.
  public typealias Element = String

  private let stream: ByteStream
  private let response: NetworkResponse
  private let encoding: String.Encoding

  /// Trailer fields and timings; nil before the body was read to its end. See ``ByteStream/end``.
  public var end: ByteStream.End? { stream.end }

  /// Starts to read. There is one pass: a second iterator continues where the first one stopped, and loses what that one had
  /// buffered.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(
      reader: LineReader(stream, of: response, endingAt: .any, as: Lines.self), encoding: encoding)
  }

  /// One pass over the lines.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var reader: LineReader
    fileprivate let encoding: String.Encoding

    /// The next line; nil after the last one.
    ///
    /// - Throws: ``NetworkRequestError/decodingError(_:)`` for a line that is too long, which names it;
    ///   ``NetworkRequestError/urlSessionFailed(_:)`` where the connection is lost or silent for too long;
    ///   ``NetworkRequestError/deadlineExceeded(_:)``; ``NetworkRequestError/cancelled(_:)``.
    public mutating func next() async throws(NetworkRequestError) -> String? {
      try await reader.next().map { Charset.line($0, in: encoding) }
    }
  }
}

extension Lines: ResponseConvertible {
  /// Chunk by chunk, of any type.
  public static var responseForm: ResponseForm { .streamed(accept: []) }

  /// The lines of the body.
  ///
  /// - Throws: ``NetworkRequestError/decodingError(_:)`` for a charset that is unknown, or has no lines of bytes.
  public init(response: NetworkResponse, decoder: any ResponseDecoder) throws(NetworkRequestError) {
    let charset = response.contentType?[parameter: "charset"] ?? "utf-8"
    guard let encoding = Charset.encoding(named: charset), Charset.hasLinesOfBytes(encoding) else {
      throw .decodingError(DecodingFailure(.text(charset: charset), type: Self.self, response: response))
    }
    self.encoding = encoding
    self.response = response.replacing(body: .data(Data()))
    stream = ByteStream(response: response, decoder: decoder)
  }
}

extension RequestOptions {
  /// How many bytes a line of a streamed response may have — of ``Lines``, ``JSONLines`` and ``ServerSentEvents`` — before
  /// it is a ``NetworkRequestError/decodingError(_:)`` that names it. 1 MiB by default: far longer than real lines, far
  /// less than exhausts the memory of a process.
  public var maximumLineLength: Int {
    get { self[MaximumLineLengthKey.self] }
    set { self[MaximumLineLengthKey.self] = newValue }
  }
}

private enum MaximumLineLengthKey: RequestOptionKey { static let defaultValue = 1 << 20 }
