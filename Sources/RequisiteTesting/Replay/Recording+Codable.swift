extension Recording: Codable {
  private enum CodingKeys: CodingKey { case version, exchanges }

  /// Reads a recording. Refuses later versions of the format.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    let version = try members.decode(Int.self, forKey: .version)
    guard (1...Self.version).contains(version) else {
      let message = "the recording has version \(version); versions up to \(Self.version) are supported"
      throw DecodingError.dataCorruptedError(forKey: .version, in: members, debugDescription: message)
    }
    exchanges = try members.decode([Exchange].self, forKey: .exchanges)
  }

  /// Writes a recording, with the version of the format.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(Self.version, forKey: .version)
    try members.encode(exchanges, forKey: .exchanges)
  }
}

extension Recording.Request: Codable {
  private enum CodingKeys: CodingKey { case method, url, headers, body }

  /// Reads a request. Header fields and body are optional.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    method = try members.decode(String.self, forKey: .method)
    url = try members.decode(String.self, forKey: .url)
    headers = HTTPHeaders(lines: try members.decodeIfPresent([String].self, forKey: .headers) ?? [])
    body = try members.decodeIfPresent(RecordedBody.self, forKey: .body) ?? .none
  }

  /// Writes a request. Leaves out empty header fields and an empty body.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(method, forKey: .method)
    try members.encode(url, forKey: .url)
    if !headers.isEmpty { try members.encode(headers.lines, forKey: .headers) }
    if body != .none { try members.encode(body, forKey: .body) }
  }
}

extension Recording.Response: Codable {
  private enum CodingKeys: CodingKey { case status, url, headers, body }

  /// Reads a response. Only the status is required, a number from 100 to 999.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    status = try members.decode(Int.self, forKey: .status)
    guard (100...999).contains(status) else {
      let message = "\(status) is not a status: three digits were expected"
      throw DecodingError.dataCorruptedError(forKey: .status, in: members, debugDescription: message)
    }
    url = try members.decodeIfPresent(String.self, forKey: .url)
    headers = HTTPHeaders(lines: try members.decodeIfPresent([String].self, forKey: .headers) ?? [])
    body = try members.decodeIfPresent(RecordedBody.self, forKey: .body) ?? .none
  }

  /// Writes a response. Leaves out a nil URL, empty header fields and an empty body.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(status, forKey: .status)
    try members.encodeIfPresent(url, forKey: .url)
    if !headers.isEmpty { try members.encode(headers.lines, forKey: .headers) }
    if body != .none { try members.encode(body, forKey: .body) }
  }
}

extension HTTPHeaders {
  /// The header fields as lines of the form `Name: value`.
  fileprivate var lines: [String] { map { "\($0.name.rawValue): \($0.value)" } }

  /// Reads lines of the form `Name: value`.
  fileprivate init(lines: [String]) {
    self.init(
      lines.map { line in
        let sides = line.utf8.split(
          separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        let value = sides.count > 1 ? sides[1].drop { $0 == UInt8(ascii: " ") } : ""[...].utf8
        return HTTPHeader(HTTPHeaderName(String(Substring(sides[0]))), String(Substring(value)))
      })
  }
}

extension Recording.Request {
  /// Header fields that differ from run to run and carry no information.
  private static let volatile: Set<HTTPHeaderName> = [
    .traceparent, .tracestate, .idempotencyKey, .xRequestID, .contentLength,
  ]

  init(
    _ method: HTTPMethod, _ url: String, _ headers: HTTPHeaders, body: Data, _ redactor: RecordingRedactor
  ) {
    let type = headers[.contentType].flatMap(MediaType.received)
    self.init(
      method: method.rawValue, url: redactor.url(url),
      headers: redactor.headers(headers, omitting: Self.volatile),
      body: type?.type == "multipart"
        ? RecordedBody(content: .omitted("a multipart body")) : redactor.body(body, type: type))
    if type?.type == "multipart" { self.headers[.contentType] = "multipart/\(type?.subtype ?? "")" }
  }
}

extension Recording.Response {
  /// Header fields that differ from run to run, or concern only the connection.
  private static let volatile: Set<HTTPHeaderName> = [
    .date, .age, .connection, .keepAlive, .transferEncoding, .contentLength,
  ]

  /// - Parameters:
  ///   - url: The URL that answered, if it is not the request's.
  ///   - isDecoded: False if the body is still in its content coding.
  init(
    _ status: Int, _ url: String?, _ headers: HTTPHeaders, body: Data, isDecoded: Bool = true,
    _ redactor: RecordingRedactor
  ) {
    self.init(
      status: status, url: url.map(redactor.url),
      headers: redactor.headers(
        headers, omitting: isDecoded ? Self.volatile.union([.contentEncoding]) : Self.volatile),
      body: redactor.body(body, type: headers[.contentType].flatMap(MediaType.received)))
  }

  /// Returns the response to a request, in the form that its delivery asks for.
  func response(to request: TransportRequest) async throws -> TransportResponse {
    let canned = StubResponse.data(try body.data, status: status, headers: headers)
    var response = try await canned.response(to: request)
    if let url = url.flatMap({ URL(string: $0) }) { response.url = url }
    return response
  }
}

extension TransportRequest {
  /// A copy with the bytes that were read from its body, so that a stream is not read twice.
  func carrying(_ bytes: Data) -> TransportRequest {
    guard case .stream = body.content else { return self }
    return copy(self) { $0.body = .data(bytes, contentType: body.contentType) }
  }
}
