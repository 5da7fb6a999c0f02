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
