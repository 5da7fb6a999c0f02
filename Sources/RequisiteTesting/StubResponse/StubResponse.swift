/// The response of a test transport: a status, header fields, a body, and the delays before and between them.
///
/// ```swift
/// StubResponse.json([Todo(id: 1, title: "Milk")])
/// StubResponse.json(problem, status: 422)
/// StubResponse.status(204)
/// StubResponse.text("late").after(.seconds(5))
/// StubResponse.chunks(["da", "ta"], every: .seconds(1))
/// StubResponse.failure(.timedOut)
/// ```
/// The body is delivered as the request's `delivery` asks: in memory, as a stream of the chunks, or in a file.
///
/// The response is what a client receives if a server sends its parts, and the call fails where a transport would fail:
/// - The header section is read by the rules of `CurlTransport`: a status without three digits, an interim status such as 100,
///   a name with a blank or a value with a line break is `.badServerResponse`.
/// - A response to HEAD, a 204 and a 304 have no body, even if the stub has one. A `Content-Length` cuts a longer body, and a
///   shorter one is `.networkConnectionLost`.
/// - A `Content-Encoding` is decoded unless the request has a `Range` or its own `Accept-Encoding`; bytes that are not in it are
///   `.cannotDecodeContentData`. On Apple platforms, where only URLSession decodes, any such body is.
/// - A silence longer than the request's `timeout`, before the response or between two chunks, is `.timedOut`; the call's clock
///   measures it.
/// - A URL or method that no transport sends is `.invalidRequest`.
public struct StubResponse: Sendable {
  /// The status code. 200 by default.
  public var status = 200
  /// The header fields, in order. Empty by default, apart from a `Content-Type` for a body whose type is known.
  public var headers = HTTPHeaders()
  /// The trailer fields (RFC 9110 §6.5). Empty by default.
  public var trailers = HTTPHeaders()
  var content: Content
  var delay: Duration = .zero

  enum Content: Sendable {
    /// Chunks with `interval` between them, and an error at their end or nil.
    case chunks([Data], interval: Duration, failure: (any Error)?)
    /// The bytes of a file, read when the call is answered.
    case file(URL)
    /// An error instead of a response.
    case failure(any Error)
    /// Neither a response nor an error, until the call is cancelled.
    case never
  }

  /// A copy that arrives later by `delay`, on the clock of the transport or else of the call. Repeated delays add up.
  public func after(_ delay: Duration) -> StubResponse {
    copy(self) { $0.delay += delay }
  }

  /// A copy with these trailer fields.
  public func trailers(_ fields: HTTPHeaders) -> StubResponse {
    copy(self) { $0.trailers = fields }
  }

  /// A copy with these header fields, which replace fields of the same names.
  public func headers(_ fields: HTTPHeaders) -> StubResponse {
    copy(self) { $0.headers.merge(fields) }
  }
}

extension StubResponse {
  /// A value as JSON, of type `application/json`. If the value cannot be encoded, the call fails.
  public static func json(
    _ value: some Encodable, status: Int = 200, headers: HTTPHeaders = HTTPHeaders(),
    using encoder: any BodyEncoder = JSONCoding()
  ) -> StubResponse {
    do {
      let body = try encoder.encode(value)
      return .data(body, contentType: "application/json", status: status, headers: headers)
    } catch {
      return .failure(error)
    }
  }

  /// JSON given as a literal, as in `.json(["id": 7, "tags": ["a", nil]])`.
  @_disfavoredOverload
  public static func json(
    _ value: JSONValue, status: Int = 200, headers: HTTPHeaders = HTTPHeaders()
  ) -> StubResponse {
    .json(value, status: status, headers: headers, using: JSONCoding())
  }

  /// JSON given as text, as in `.json(text: #"{"id": 7}"#)`: for documents that no type of the test encodes to,
  /// malformed ones included.
  public static func json(
    text: String, status: Int = 200, headers: HTTPHeaders = HTTPHeaders()
  ) -> StubResponse {
    .text(text, contentType: "application/json", status: status, headers: headers)
  }

  /// Server-sent events (`text/event-stream`), one every `interval`. An `error` takes the place of the end.
  public static func events(
    _ events: [ServerSentEvent], every interval: Duration = .zero, failing error: (any Error)? = nil
  ) -> StubResponse {
    .chunks(
      events.map(\.stubText), every: interval, contentType: MediaType.eventStream.description, failing: error)
  }

  /// UTF-8 text of the given media type.
  public static func text(
    _ text: String, contentType: MediaType, status: Int = 200, headers: HTTPHeaders = HTTPHeaders()
  ) -> StubResponse {
    .text(text, contentType: contentType.description, status: status, headers: headers)
  }

  /// Bytes of the given media type.
  public static func data(
    _ data: Data, contentType: MediaType, status: Int = 200, headers: HTTPHeaders = HTTPHeaders()
  ) -> StubResponse {
    .data(data, contentType: contentType.description, status: status, headers: headers)
  }

  /// UTF-8 text, of type `text/plain` unless `contentType` says otherwise.
  public static func text(
    _ text: String, contentType: String = "text/plain; charset=utf-8", status: Int = 200,
    headers: HTTPHeaders = HTTPHeaders()
  ) -> StubResponse {
    .data(Data(text.utf8), contentType: contentType, status: status, headers: headers)
  }

  /// Bytes, without a `Content-Type` unless `contentType` or `headers` has one.
  public static func data(
    _ data: Data, contentType: String? = nil, status: Int = 200, headers: HTTPHeaders = HTTPHeaders()
  ) -> StubResponse {
    StubResponse(
      status: status, headers: fields(contentType, headers),
      content: .chunks([data], interval: .zero, failure: nil))
  }

  /// A status and header fields, with an empty body.
  public static func status(_ status: Int, headers: HTTPHeaders = HTTPHeaders()) -> StubResponse {
    .data(Data(), status: status, headers: headers)
  }

  /// A redirect (RFC 9110 §15.4) to an absolute or relative URL.
  public static func redirect(_ status: Int = 302, to location: String) -> StubResponse {
    .status(status, headers: [.location: location])
  }

  /// Chunks of text, one every `interval`. An `error` takes the place of the end.
  public static func chunks(
    _ chunks: [String], every interval: Duration = .zero, contentType: String? = nil,
    failing error: (any Error)? = nil
  ) -> StubResponse {
    .chunks(chunks.map { Data($0.utf8) }, every: interval, contentType: contentType, failing: error)
  }

  /// Chunks of bytes, one every `interval`. An `error` takes the place of the end.
  public static func chunks(
    _ chunks: [Data], every interval: Duration = .zero, contentType: String? = nil,
    failing error: (any Error)? = nil
  ) -> StubResponse {
    StubResponse(
      headers: fields(contentType, HTTPHeaders()),
      content: .chunks(chunks, interval: interval, failure: error))
  }

  /// The bytes of a file, read when the call is answered. The extension of its name determines the type unless
  /// `contentType` does. If the file cannot be read, the call fails.
  public static func file(
    _ url: URL, contentType: String? = nil, status: Int = 200, headers: HTTPHeaders = HTTPHeaders()
  ) -> StubResponse {
    StubResponse(
      status: status, headers: fields(contentType ?? typeOfFile(url), headers), content: .file(url))
  }

  /// A file whose path is relative to the folder of the calling source file, as in `.fixture("Fixtures/todos.json")`.
  public static func fixture(_ path: String, status: Int = 200, filePath: String = #filePath) -> StubResponse
  {
    let folder = URL(fileURLWithPath: filePath).deletingLastPathComponent()
    return .file(folder.appendingPathComponent(path), status: status)
  }

  /// No response: the call fails with that code, as one of a transport does.
  public static func failure(_ code: TransportFailure.Code) -> StubResponse {
    .failure(TransportFailure(code))
  }

  /// No response: the call fails with that error, which `NetworkRequestError.init(_:request:)` converts unless it is
  /// one already.
  public static func failure(_ error: any Error) -> StubResponse {
    StubResponse(content: .failure(error))
  }

  /// No response: the call waits until the request's `timeout`, 60 seconds by default, and fails with `.timedOut`. Without a
  /// `timeout`, it waits until it is cancelled or its deadline passes.
  public static let never = StubResponse(content: .never)

  /// Returns the media type for the extension of the file's name, with UTF-8 as the charset of text; nil if the
  /// extension is unknown.
  private static func typeOfFile(_ url: URL) -> String? {
    MediaType.ofFile(named: url.lastPathComponent).map { type in
      type.type == "text" ? "\(type); charset=utf-8" : type.description
    }
  }

  private static func fields(_ contentType: String?, _ headers: HTTPHeaders) -> HTTPHeaders {
    guard let contentType else { return headers }
    return HTTPHeaders([HTTPHeader(.contentType, contentType)]).merging(headers)
  }
}

extension ServerSentEvent {
  /// The event in the format of an event stream (WHATWG HTML standard, §9.2.5).
  fileprivate var stubText: String {
    var lines = type == "message" ? [] : ["event: \(type)"]
    if !id.isEmpty { lines.append("id: \(id)") }
    if let retry { lines.append("retry: \(Int64(min(max(0, retry / .milliseconds(1)), 9e18)))") }
    let isEnd: (Character) -> Bool = { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }
    lines += data.split(omittingEmptySubsequences: false, whereSeparator: isEnd).map { "data: \($0)" }
    return lines.joined(separator: "\n") + "\n\n"
  }
}

extension StubResponse {
  /// Returns the response to a request, in the form that its `delivery` asks for: the last step of a test transport of
  /// your own.
  ///
  /// - Parameter clock: The clock that measures the delays of the response; the call's own by default.
  /// - Throws: The error that the response stands for, or that a transport would throw; `NetworkRequestError.cancelled` if the
  ///   call is cancelled during a delay; `NetworkRequestError.urlSessionFailed` with `.timedOut` after a silence of the request's
  ///   `timeout`.
  public func response(
    to request: TransportRequest, on clock: CallClock? = nil
  ) async throws(NetworkRequestError) -> TransportResponse {
    try request.checkedTarget()
    let clock = clock ?? request.clock
    try await clock.silence(delay, for: request)
    switch content {
    case .chunks(let chunks, let interval, let failure):
      return try await respond(chunks, every: interval, failing: failure, to: request, on: clock)
    case .file(let url):
      return try await respond([try Self.read(url, for: request)], to: request, on: clock)
    case .failure(let error): throw NetworkRequestError(error, request: request)
    case .never:
      if request.options.timeout != nil { try await clock.silence(.seconds(Int64.max), for: request) }
      throw await Self.cancellation(of: request)
    }
  }

  /// The body arrives chunk by chunk, and the trailer fields at its end, whatever the delivery.
  private func respond(
    _ chunks: [Data], every interval: Duration = .zero, failing failure: (any Error)? = nil,
    to request: TransportRequest, on clock: CallClock
  ) async throws(NetworkRequestError) -> TransportResponse {
    let head = try WireHead(status: status, headers, for: request)
    let (chunks, trailers) = (head.hasBody ? chunks : [], trailers)
    let (next, last) = (Locked(0), failure == nil ? chunks.count - 1 : chunks.count)
    // The reader has read past the last chunk of a body that does not fail.
    let end = { @Sendable () -> ByteStream.End? in
      failure == nil && next.withLock(\.self) > chunks.count ? ByteStream.End(trailers: trailers) : nil
    }
    let stream = ByteStream(end: end) { () async throws(NetworkRequestError) -> Data? in
      let index = next.withLock { next in
        defer { next += 1 }
        return next
      }
      if index > 0, index <= last { try await clock.silence(interval, for: request) }
      guard !Task.isCancelled else { throw .cancelled(request) }
      if index < chunks.count { return chunks[index] }
      guard let failure else { return nil }
      throw NetworkRequestError(failure, request: request)
    }
    return try await TransportResponse(
      status: status, headers: head.headers, url: request.url, body: .stream(head.body(stream))
    ).delivered(for: request)
  }

  private static func read(_ url: URL, for request: TransportRequest) throws(NetworkRequestError) -> Data {
    // Not `Data(contentsOf:)`, which waits forever for a pipe without a writer.
    do { return try PosixFile.contents(of: url.path, upTo: .max) } catch {
      throw NetworkRequestError(error, request: request)
    }
  }

  private static func cancellation(of request: TransportRequest) async -> NetworkRequestError {
    // A stream without elements ends only when the task is cancelled.
    let (nothing, feed) = AsyncStream.makeStream(of: Never.self)
    defer { feed.finish() }
    for await _ in nothing {}
    return .cancelled(request)
  }
}

extension CallClock {
  /// Waits as a reader of a silent connection does: a silence that is longer than the request's `timeout` fails the call when
  /// that time is over.
  func silence(_ duration: Duration, for request: TransportRequest) async throws(NetworkRequestError) {
    let limit = request.options.timeout ?? duration
    try await wait(min(duration, limit), for: request)
    guard duration > limit else { return }
    let message = "timed out: nothing was sent or received for \(limit)"
    throw .urlSessionFailed(TransportFailure(.timedOut, message, request: request))
  }
}
