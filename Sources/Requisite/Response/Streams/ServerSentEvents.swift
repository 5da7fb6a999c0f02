/// The events of one `text/event-stream` response (WHATWG HTML standard, §9.2), as they arrive, for one reader and one
/// pass.
///
/// ```swift
/// struct Watch: Request {
///   typealias ReturnType = ServerSentEvents
///   let path = "/watch"
/// }
/// for try await event in try await client.dispatch(Watch()) {
///   print(event.type, event.data)
/// }
/// ```
/// The events are those of one connection: they end when it ends. An incomplete event is dropped, as the standard
/// requires. To reconnect where the last connection ended, read
/// ``APIClient/events(of:retrying:budget:minimumWait:maximumRetryAfter:)``.
///
/// For a response of another type, or without a type, `dispatch` throws ``NetworkRequestError/decodingError(_:)``,
/// unless ``RequestOptions/checksContentType`` is off. A response with status 204 or 205, or with a `Content-Length` of 0, has
/// no events, whatever its type. The text is UTF-8,
/// whatever the response declares; malformed bytes become U+FFFD.
///
/// The reader sets the pace, and memory holds one chunk and one event. A line, or the data of an event, of more than
/// ``RequestOptions/maximumLineLength`` bytes is an error. A connection fails if nothing arrives, not even a comment,
/// for ``RequestOptions/timeout``. If the reading task is cancelled, the next read throws
/// ``NetworkRequestError/cancelled(_:)``. Dropping the events ends the transfer.
public struct ServerSentEvents: AsyncSequence, Sendable {
  /// An event, in the order of arrival.
  public typealias Element = ServerSentEvent

  private var stream: ByteStream
  private let response: NetworkResponse
  private let decoder: any ResponseDecoder

  /// True if the status is 204, or a response without a type has no body: the server has no events, on another connection
  /// either.
  let isNone: Bool

  /// Trailer fields and timings; nil until the body has been read to its end. See ``ByteStream/end``.
  public var end: ByteStream.End? { stream.end }

  /// Returns the same events, each chunk of which is pulled by `run`.
  func pulling(
    by run: @escaping @Sendable (_ pull: @escaping ByteStream.Pull) async throws(NetworkRequestError) -> Data?
  ) -> ServerSentEvents {
    copy(self) { events in
      let pull = stream.makeAsyncIterator().pull
      events.stream = ByteStream(continuing: stream) { () async throws(NetworkRequestError) in
        try await run(pull)
      }
    }
  }

  /// Starts reading. There is one pass: a second iterator continues where the first stopped, without the bytes that the
  /// first had buffered.
  public func makeAsyncIterator() -> AsyncIterator {
    // Until the server sends an id, events have the one that the request sent as Last-Event-ID.
    AsyncIterator(
      // A line that the end of the stream cuts off is dropped, as the standard requires: its value may be incomplete.
      reader: LineReader(
        stream, of: response, endingAt: .any, keepsUnfinishedLine: false, as: Self.self),
      parser: EventParser(
        lastEventID: response.request.headers[.lastEventID] ?? "",
        origin: ServerSentEvent.Origin(response: response, decoder: decoder)))
  }

  /// One pass over the events.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var reader: LineReader
    fileprivate var parser: EventParser

    /// The value of `Last-Event-ID` for the next connection.
    var lastEventID: String { parser.lastEventID }
    /// The reconnection time that the server last set by `retry`.
    var retry: Duration? { parser.retry }

    /// Returns the next event; nil after the last one.
    ///
    /// - Throws: ``NetworkRequestError/decodingError(_:)`` with the number of the line if an event or a line is too
    ///   long; ``NetworkRequestError/urlSessionFailed(_:)`` if the connection is lost or silent for too long;
    ///   ``NetworkRequestError/deadlineExceeded(_:request:)``; ``NetworkRequestError/cancelled(_:)``.
    public mutating func next() async throws(NetworkRequestError) -> ServerSentEvent? {
      try await next(isolation: nil)
    }

    /// Returns the next event; nil after the last one. `for try await` calls this function: an event that has already
    /// arrived is returned without leaving the actor of the reader, such as the main actor.
    ///
    /// - Throws: What ``next()`` throws.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(NetworkRequestError) -> ServerSentEvent? {
      while let line = try await reader.next(isolation: actor) {
        if let event = parser.take(line) { return event }
        try checkLength(with: line)
      }
      return nil
    }

    private mutating func checkLength(with line: Data) throws(NetworkRequestError) {
      guard parser.isTooLong(for: reader.limit) else { return }
      reader.stop()
      throw reader.failure(.eventTooLong(line: reader.number, limit: reader.limit), line: line.prefix(1_000))
    }
  }
}

extension ServerSentEvents: ResponseConvertible {
  /// Streamed; `Accept` is `text/event-stream`.
  public static var responseForm: ResponseForm { .streamed(accept: [.eventStream]) }

  /// Takes the body without reading it, and checks its type.
  ///
  /// - Throws: ``NetworkRequestError/decodingError(_:)`` if the response is not of type `text/event-stream`, unless it
  ///   has no body or ``RequestOptions/checksContentType`` is off.
  public init(response: NetworkResponse, decoder: any ResponseDecoder) throws(NetworkRequestError) {
    stream = ByteStream(response: response, decoder: decoder)
    self.response = response.replacing(body: .data(Data()))
    self.decoder = decoder
    let hasType = response.contentType.map(MediaType.eventStream.parametersAside) ?? false
    isNone = response.isSurelyEmpty && (response.status == 204 || !hasType)
    guard !response.isSurelyEmpty, response.request.options.checksContentType else { return }
    guard let type = response.contentType else {
      let problem =
        "there is no Content-Type, and text/event-stream is expected; to accept it, set the option "
        + "checksContentType to false"
      throw .decodingError(DecodingFailure(.malformedBody(problem), type: Self.self, response: self.response))
    }
    let accepted = response.request.options.acceptedTypes
    guard MediaType.eventStream.parametersAside(type) || accepted.contains(where: { $0.matches(type) }) else {
      let reason = DecodingFailure.Reason.contentType(received: type, accepted: [.eventStream])
      throw .decodingError(DecodingFailure(reason, type: Self.self, response: self.response))
    }
  }
}

/// Parses lines into events (WHATWG HTML standard, §9.2.6).
struct EventParser {
  /// The id of the last complete block, whether or not that was an event.
  private(set) var lastEventID: String
  /// The reconnection time that the server last set by `retry`.
  private(set) var retry: Duration?

  private let origin: ServerSentEvent.Origin?
  private var type = ""
  private var data: [String] = []
  private var dataLength = 0
  private var id: String

  /// - Parameter lastEventID: The id after which the stream resumes; empty for a new stream.
  init(lastEventID: String = "", origin: ServerSentEvent.Origin? = nil) {
    self.lastEventID = lastEventID
    self.origin = origin
    id = lastEventID
  }

  /// Processes a line. Returns an event if the line completes one.
  mutating func take(_ line: Data) -> ServerSentEvent? {
    guard !line.isEmpty else { return finishBlock() }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
      takeField(text(line), "")
      return nil
    }
    // A comment, which servers send to keep a connection open.
    guard colon > line.startIndex else { return nil }
    let rest = line[(colon + 1)...]
    takeField(text(line[..<colon]), text(rest.first == UInt8(ascii: " ") ? rest.dropFirst() : rest))
    return nil
  }

  /// True if the data of the unfinished event has more bytes than `limit`.
  func isTooLong(for limit: Int) -> Bool { dataLength - 1 > limit }

  private mutating func takeField(_ name: String, _ value: String) {
    switch name {
    case "event": type = value
    case "data":
      data.append(value)
      dataLength += value.utf8.count + 1
    // The standard ignores an id with NUL only; other control characters cannot be sent back either.
    case "id": if !ASCII.hasControls(value) { id = value }
    case "retry": takeRetry(value)
    default: break
    }
  }

  private mutating func takeRetry(_ value: String) {
    guard ASCII.isNumber(value) else { return }
    // A number that does not fit an Int64 becomes almost three hundred years.
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

/// An event sent by a server (WHATWG HTML standard, §9.2).
public struct ServerSentEvent: Sendable {
  /// The type of the event: the field `event`, or `message` without that field.
  public let type: String
  /// The data of the event: the values of its `data` fields, joined by line feeds.
  public let data: String
  /// The last `id` that the server sent, with this event or before; empty if it sent none. A client sends it as
  /// `Last-Event-ID` when it reconnects, so that the server resumes after it. An `id` with a control character, which no
  /// header field can contain, is ignored as the standard requires for NUL: the stream resumes after the id before it.
  public let id: String
  /// The time to wait before reconnecting, as the server last set it by `retry`, with this event or before; nil if it
  /// never did.
  public let retry: Duration?

  let origin: Origin?

  /// The head of the event's response, and the decoder of its data.
  struct Origin: Sendable {
    let response: NetworkResponse
    let decoder: any ResponseDecoder
  }
}

extension ServerSentEvent {
  /// Makes an event, for tests.
  public init(type: String = "message", data: String, id: String = "", retry: Duration? = nil) {
    self.init(type: type, data: data, id: id, retry: retry, origin: nil)
  }

  /// Decodes a value from ``data``.
  ///
  /// ```swift
  /// struct Watch: Request {
  ///   typealias ReturnType = ServerSentEvents
  ///   let path = "/watch"
  /// }
  /// for try await event in client.events(of: Watch())
  /// where event.type == "added" {
  ///   print(try event.decoded(as: Todo.self).title)
  /// }
  /// ```
  /// - Parameter decoder: The decoder of the data; by default the request's or else the client's, and a `JSONCoding`
  ///   with standard settings for an event that you made.
  /// - Throws: ``NetworkRequestError/decodingError(_:)``, whose response has the event's data as its own;
  ///   ``NetworkRequestError/unknownError(_:)`` for an event that you made, which belongs to no response.
  public func decoded<Value: Decodable>(
    as type: Value.Type = Value.self, using decoder: (any ResponseDecoder)? = nil
  ) throws(NetworkRequestError) -> Value {
    let decoder = decoder ?? origin?.decoder ?? JSONCoding()
    do {
      if let json = decoder as? JSONCoding { return try json.decode(type, from: data) }
      return try decoder.decode(type, from: Data(data.utf8))
    } catch {
      guard let origin else { throw .unknownError(NetworkRequestError.UnknownFailure(error)) }
      let response = origin.response.replacing(body: .data(Data(data.utf8)))
      throw .decodingError(DecodingFailure(.decoder(error), type: type, response: response))
    }
  }
}

extension ServerSentEvent: Hashable, PrintedByDescription {

  /// True if type, data, id and retry are equal.
  public static func == (left: ServerSentEvent, right: ServerSentEvent) -> Bool {
    left.type == right.type && left.data == right.data && left.id == right.id && left.retry == right.retry
  }

  /// Hashes type, data, id and retry.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(type)
    hasher.combine(data)
    hasher.combine(id)
    hasher.combine(retry)
  }

  /// Type, id and the size of the data, which is not printed because it may hold secrets.
  public var description: String {
    OneLine.printable("\(type)\(id.isEmpty ? "" : " \(id)"): \(data.utf8.count) bytes")
  }
}
