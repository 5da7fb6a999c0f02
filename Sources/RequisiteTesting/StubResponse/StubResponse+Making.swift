extension StubResponse {
  /// A value as JSON, with a `Content-Type` that says so. A value that cannot be encoded fails the call it answers.
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

  /// JSON that is written out, as in `.json(text: #"{"id": 7}"#)`: for documents that no type of the test encodes to,
  /// malformed ones included.
  public static func json(
    text: String, status: Int = 200, headers: HTTPHeaders = HTTPHeaders()
  ) -> StubResponse {
    .text(text, type: "application/json", status: status, headers: headers)
  }

  /// Events of a server (`text/event-stream`), `interval` apart; perhaps with an error in place of the end.
  public static func events(
    _ events: [ServerSentEvent], every interval: Duration = .zero, failing error: (any Error)? = nil
  ) -> StubResponse {
    .chunks(
      events.map(\.stubText), every: interval, type: MediaType.eventStream.description, failing: error)
  }

  /// Text in UTF-8 of that media type.
  public static func text(
    _ text: String, type: MediaType, status: Int = 200, headers: HTTPHeaders = HTTPHeaders()
  ) -> StubResponse {
    .text(text, type: type.description, status: status, headers: headers)
  }

  /// Bytes of that media type.
  public static func data(
    _ data: Data, type: MediaType, status: Int = 200, headers: HTTPHeaders = HTTPHeaders()
  ) -> StubResponse {
    .data(data, type: type.description, status: status, headers: headers)
  }

  /// Text in UTF-8: `text/plain`, unless `type` says otherwise.
  public static func text(
    _ text: String, type: String = "text/plain; charset=utf-8", status: Int = 200,
    headers: HTTPHeaders = HTTPHeaders()
  ) -> StubResponse {
    .data(Data(text.utf8), type: type, status: status, headers: headers)
  }

  /// Bytes. Their type is left unsaid, unless `type` names it.
  public static func data(
    _ data: Data, type: String? = nil, status: Int = 200, headers: HTTPHeaders = HTTPHeaders()
  ) -> StubResponse {
    StubResponse(
      status: status, headers: fields(type: type, headers),
      content: .chunks([data], interval: .zero, failure: nil))
  }

  /// A status and header fields, and an empty body.
  public static func status(_ status: Int, headers: HTTPHeaders = HTTPHeaders()) -> StubResponse {
    .data(Data(), status: status, headers: headers)
  }

  /// A redirect (RFC 9110 §15.4) to a URL or a reference to one.
  public static func redirect(_ status: Int = 302, to location: String) -> StubResponse {
    .status(status, headers: [.location: location])
  }

  /// Chunks of text that come one by one, `interval` apart; perhaps with an error in place of the end.
  public static func chunks(
    _ chunks: [String], every interval: Duration = .zero, type: String? = nil,
    failing error: (any Error)? = nil
  ) -> StubResponse {
    .chunks(chunks.map { Data($0.utf8) }, every: interval, type: type, failing: error)
  }

  /// Chunks that come one by one, `interval` apart; perhaps with an error in place of the end.
  public static func chunks(
    _ chunks: [Data], every interval: Duration = .zero, type: String? = nil, failing error: (any Error)? = nil
  ) -> StubResponse {
    StubResponse(
      headers: fields(type: type, HTTPHeaders()),
      content: .chunks(chunks, interval: interval, failure: error))
  }

  /// The bytes of a file. The extension of its name decides the type unless `type` is given; a file that cannot be read
  /// fails the call that it answers.
  public static func file(
    _ url: URL, type: String? = nil, status: Int = 200, headers: HTTPHeaders = HTTPHeaders()
  ) -> StubResponse {
    StubResponse(
      status: status, headers: fields(type: type ?? typeOfFile(url), headers), content: .file(url))
  }

  /// A file named relative to the folder of the source that names it, as in `.fixture("Fixtures/todos.json")`.
  public static func fixture(_ path: String, status: Int = 200, filePath: String = #filePath) -> StubResponse
  {
    let folder = URL(fileURLWithPath: filePath).deletingLastPathComponent()
    return .file(folder.appendingPathComponent(path), status: status)
  }

  /// No response: the call fails as one of a transport does, with that code.
  public static func failure(_ code: TransportFailure.Code) -> StubResponse {
    .failure(TransportFailure(code))
  }

  /// No response: the call fails with that error. An error of another type than the library's is converted by
  /// `NetworkRequestError.init(_:request:)`.
  public static func failure(_ error: any Error) -> StubResponse {
    StubResponse(content: .failure(error))
  }

  /// Neither a response nor a failure: the call waits until it is cancelled.
  public static let never = StubResponse(content: .never)

  /// The media type by the extension of the file's name; text is taken to be UTF-8. Nil for an extension that is not known.
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
  /// The event as it is sent (WHATWG HTML standard, §9.2.5).
  fileprivate var stubText: String {
    var lines = type == "message" ? [] : ["event: \(type)"]
    if !id.isEmpty { lines.append("id: \(id)") }
    if let retry { lines.append("retry: \(Int64(retry / .milliseconds(1)))") }
    let isEnd: (Character) -> Bool = { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }
    lines += data.split(omittingEmptySubsequences: false, whereSeparator: isEnd).map { "data: \($0)" }
    return lines.joined(separator: "\n") + "\n\n"
  }
}
