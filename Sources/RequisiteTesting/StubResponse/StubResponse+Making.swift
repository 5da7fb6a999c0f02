extension StubResponse {
  /// A value as JSON, of type `application/json`. If the value cannot be encoded, the call fails.
  public static func json(
    _ value: some Encodable, status: Int = 200, headers: HTTPHeaders = HTTPHeaders(),
    using encoder: any BodyEncoder = JSONCoding()
  ) -> StubResponse {
    do {
      let body = try encoder.encode(value)
      return .data(body, type: "application/json", status: status, headers: headers)
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
    .text(text, type: "application/json", status: status, headers: headers)
  }

  /// Server-sent events (`text/event-stream`), one every `interval`. An `error` takes the place of the end.
  public static func events(
    _ events: [ServerSentEvent], every interval: Duration = .zero, failing error: (any Error)? = nil
  ) -> StubResponse {
    .chunks(
      events.map(\.stubText), every: interval, type: MediaType.eventStream.description, failing: error)
  }

  /// UTF-8 text of the given media type.
  public static func text(
    _ text: String, type: MediaType, status: Int = 200, headers: HTTPHeaders = HTTPHeaders()
  ) -> StubResponse {
    .text(text, type: type.description, status: status, headers: headers)
  }

  /// Bytes of the given media type.
  public static func data(
    _ data: Data, type: MediaType, status: Int = 200, headers: HTTPHeaders = HTTPHeaders()
  ) -> StubResponse {
    .data(data, type: type.description, status: status, headers: headers)
  }

  /// UTF-8 text, of type `text/plain` unless `type` says otherwise.
  public static func text(
    _ text: String, type: String = "text/plain; charset=utf-8", status: Int = 200,
    headers: HTTPHeaders = HTTPHeaders()
  ) -> StubResponse {
    .data(Data(text.utf8), type: type, status: status, headers: headers)
  }

  /// Bytes, without a `Content-Type` unless `type` or `headers` has one.
  public static func data(
    _ data: Data, type: String? = nil, status: Int = 200, headers: HTTPHeaders = HTTPHeaders()
  ) -> StubResponse {
    StubResponse(
      status: status, headers: fields(type: type, headers),
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
    _ chunks: [String], every interval: Duration = .zero, type: String? = nil,
    failing error: (any Error)? = nil
  ) -> StubResponse {
    .chunks(chunks.map { Data($0.utf8) }, every: interval, type: type, failing: error)
  }

  /// Chunks of bytes, one every `interval`. An `error` takes the place of the end.
  public static func chunks(
    _ chunks: [Data], every interval: Duration = .zero, type: String? = nil, failing error: (any Error)? = nil
  ) -> StubResponse {
    StubResponse(
      headers: fields(type: type, HTTPHeaders()),
      content: .chunks(chunks, interval: interval, failure: error))
  }

  /// The bytes of a file, read when the call is answered. The file name's extension determines the type unless `type`
  /// is given. If the file cannot be read, the call fails.
  public static func file(
    _ url: URL, type: String? = nil, status: Int = 200, headers: HTTPHeaders = HTTPHeaders()
  ) -> StubResponse {
    StubResponse(
      status: status, headers: fields(type: type ?? typeOfFile(url), headers), content: .file(url))
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

  /// Neither a response nor a failure, not even at the request's `timeout`: the call waits until it is cancelled or its
  /// deadline passes.
  public static let never = StubResponse(content: .never)

  /// Returns the media type for the extension of the file's name, with UTF-8 as the charset of text; nil if the
  /// extension is unknown.
  private static func typeOfFile(_ url: URL) -> String? {
    MediaType.ofFile(named: url.lastPathComponent).map { type in
      type.type == "text" ? "\(type); charset=utf-8" : type.description
    }
  }

  private static func fields(type: String?, _ headers: HTTPHeaders) -> HTTPHeaders {
    guard let type else { return headers }
    return HTTPHeaders([HTTPHeader(.contentType, type)]).merging(headers)
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
