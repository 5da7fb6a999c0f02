/// The events of one response of type `text/event-stream`, as they come (WHATWG HTML standard, §9.2). One reader, one pass.
///
/// ```swift
/// struct Watch: Request {
///   typealias ReturnType = ServerSentEvents
///   let path = "/watch"
/// }
/// for try await event in try await client.dispatch(Watch()) { print(event.type, event.data) }
/// ```
/// This is one connection: when it ends, so do the events, and an event that was not complete is dropped, as the
/// standard has it. To connect again where the last one left off, read ``APIClient/events(of:retrying:budget:minimumWait:maximumRetryAfter:)``.
///
/// A response of another type, or of none, is a ``NetworkRequestError/decodingError(_:)`` of `dispatch`, unless
/// ``RequestOptions/checksContentType`` is off; one with the status 204 has no events. The text is UTF-8, whatever the
/// response says; malformed bytes become U+FFFD.
///
/// The reader sets the pace, and memory holds a chunk and an event. A line, and the data of an event, of more than
/// ``RequestOptions/maximumLineLength`` bytes are an error. A connection on which nothing comes, not even a comment, is
/// given up after ``RequestOptions/timeout``. Where the reading task is cancelled,
/// ``NetworkRequestError/cancelled(_:)`` is thrown; dropping the events ends the transfer.
public struct ServerSentEvents: AsyncSequence, Sendable {
  /// An event.
  public typealias Element = ServerSentEvent

  private let stream: ByteStream
  private let response: NetworkResponse
  private let decoder: any ResponseDecoder

  /// Whether the server has said by 204 that there is nothing to come, and nothing to come back for.
  var isNone: Bool { response.status == 204 }

  /// What came behind the body: nil before the last of it was read. See ``ByteStream/end``.
  public var end: ByteStream.End? { stream.end }

  /// Starts to read. There is one pass: a second one goes on where the first has stopped, and loses what that held.
  public func makeAsyncIterator() -> AsyncIterator {
    // What was asked to be gone on from is the id of events until the server gives another.
    AsyncIterator(
      reader: LineReader(stream, of: response, endingAt: .any, as: Self.self),
      parser: EventParser(
        lastEventID: response.request.headers[.lastEventID] ?? "",
        origin: ServerSentEvent.Origin(response: response, decoder: decoder)))
  }

  /// One pass over the events.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var reader: LineReader
    fileprivate var parser: EventParser

    /// What `Last-Event-ID` would say now.
    var lastEventID: String { parser.lastEventID }
    /// What the server has last said by `retry`.
    var retry: Duration? { parser.retry }

    /// The next event; nil behind the last.
    ///
    /// - Throws: ``NetworkRequestError/decodingError(_:)`` for an event or a line that is too long, which names it;
    ///   ``NetworkRequestError/urlSessionFailed(_:)`` where the connection is lost or silent for too long;
    ///   ``NetworkRequestError/deadlineExceeded(_:)``; ``NetworkRequestError/cancelled(_:)``.
    public mutating func next() async throws(NetworkRequestError) -> ServerSentEvent? {
      while let line = try await reader.next() {
        if let event = parser.take(line) { return event }
        try checkLength(with: line)
      }
      return nil
    }

    private mutating func checkLength(with line: Data) throws(NetworkRequestError) {
      guard parser.isTooLong(for: reader.limit) else { return }
      reader.stop()
      throw reader.failure(.lineTooLong(reader.number, limit: reader.limit), line: line.prefix(1_000))
    }
  }
}

extension ServerSentEvents: ResponseConvertible {
  /// Chunk by chunk, as `text/event-stream`.
  public static var responseForm: ResponseForm { .streamed(accept: [.eventStream]) }

  /// The events of the body.
  ///
  /// - Throws: ``NetworkRequestError/decodingError(_:)`` where the response is of another type than `text/event-stream`.
  public init(response: NetworkResponse, decoder: any ResponseDecoder) throws(NetworkRequestError) {
    stream = ByteStream(response: response, decoder: decoder)
    self.response = response.replacing(body: .data(Data()))
    self.decoder = decoder
    guard response.status != 204, response.request.options.checksContentType else { return }
    guard let type = response.contentType else {
      let problem = "there is no Content-Type, and text/event-stream is wanted"
      throw .decodingError(DecodingFailure(.malformedBody(problem), type: Self.self, response: self.response))
    }
    guard MediaType.eventStream.parametersAside(type) else {
      let reason = DecodingFailure.Reason.contentType(received: type, accepted: [.eventStream])
      throw .decodingError(DecodingFailure(reason, type: Self.self, response: self.response))
    }
  }
}
