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
/// A response of another type, or without a type, is a ``NetworkRequestError/decodingError(_:)`` of `dispatch`, unless
/// ``RequestOptions/checksContentType`` is off; one with the status 204 has no events. The text is UTF-8, whatever the
/// response says; malformed bytes become U+FFFD.
///
/// The reader sets the pace, and memory holds a chunk and an event. A line, and the data of an event, of more than
/// ``RequestOptions/maximumLineLength`` bytes are an error. A connection on which nothing comes, not even a comment, is
/// given up after ``RequestOptions/timeout``. Where the reading task is cancelled,
/// ``NetworkRequestError/cancelled(_:)`` is thrown; dropping the events ends the transfer.
public struct ServerSentEvents: AsyncSequence, Sendable {
  /// An event, in the order of arrival.
  public typealias Element = ServerSentEvent

  private let stream: ByteStream
  private let response: NetworkResponse
  private let decoder: any ResponseDecoder

  /// True if the server answered 204: no events will come, also on another connection.
  var isNone: Bool { response.status == 204 }

  /// Trailer fields and timings; nil before the body was read to its end. See ``ByteStream/end``.
  public var end: ByteStream.End? { stream.end }

  /// Starts to read. There is one pass: a second iterator continues where the first one stopped, and loses what that one had
  /// buffered.
  public func makeAsyncIterator() -> AsyncIterator {
    // The id that was sent as Last-Event-ID is that of the events until the server sends another.
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

    /// The next event; nil after the last one.
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
      let problem =
        "there is no Content-Type, and text/event-stream is expected; to accept it, set the option "
        + "checksContentType to false"
      throw .decodingError(DecodingFailure(.malformedBody(problem), type: Self.self, response: self.response))
    }
    guard MediaType.eventStream.parametersAside(type) else {
      let reason = DecodingFailure.Reason.contentType(received: type, accepted: [.eventStream])
      throw .decodingError(DecodingFailure(reason, type: Self.self, response: self.response))
    }
  }
}

/// Makes events of lines (WHATWG HTML standard, §9.2.6). A value.
struct EventParser {
  /// The id of the last block that was complete, whether it made an event or not.
  private(set) var lastEventID: String
  /// What the server has last said by `retry`.
  private(set) var retry: Duration?

  private let origin: ServerSentEvent.Origin?
  private var type = ""
  private var data: [String] = []
  private var dataLength = 0
  private var id: String

  /// - Parameter lastEventID: The id that the stream resumes after; empty for a new stream.
  init(lastEventID: String = "", origin: ServerSentEvent.Origin? = nil) {
    (self.lastEventID, self.origin) = (lastEventID, origin)
    id = lastEventID
  }

  /// Takes a line; gives the event that it ends, where it ends one.
  mutating func take(_ line: Data) -> ServerSentEvent? {
    guard !line.isEmpty else { return finishBlock() }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
      takeField(text(line), "")
      return nil
    }
    // A comment, as servers send to keep a connection open.
    guard colon > line.startIndex else { return nil }
    let rest = line[(colon + 1)...]
    takeField(text(line[..<colon]), text(rest.first == UInt8(ascii: " ") ? rest.dropFirst() : rest))
    return nil
  }

  /// Whether the data of the event that is not finished have more bytes than that.
  func isTooLong(for limit: Int) -> Bool { dataLength > limit }

  private mutating func takeField(_ name: String, _ value: String) {
    switch name {
    case "event": type = value
    case "data":
      data.append(value)
      dataLength += value.utf8.count + 1
    case "id": if !value.unicodeScalars.contains("\0") { id = value }
    case "retry": takeRetry(value)
    default: break
    }
  }

  private mutating func takeRetry(_ value: String) {
    guard ASCII.isNumber(value) else { return }
    // Beyond what fits, it is the longest that does: some hundred million years.
    retry = .milliseconds(Int64(value) ?? Int64.max / 1_000_000)
  }

  private mutating func finishBlock() -> ServerSentEvent? {
    lastEventID = id
    defer { (type, data, dataLength) = ("", [], 0) }
    guard !data.isEmpty else { return nil }
    return ServerSentEvent(
      type: type.isEmpty ? "message" : type, data: data.joined(separator: "\n"), id: id, retry: retry,
      origin: origin)
  }

  private func text(_ bytes: Data) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
