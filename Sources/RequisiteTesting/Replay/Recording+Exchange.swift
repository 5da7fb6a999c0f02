extension Recording.Request {
  /// Fields that differ from run to run and carry no information.
  private static let volatile: Set<HTTPHeaderName> = [
    .traceparent, .tracestate, .idempotencyKey, .xRequestID, .contentLength,
  ]

  init(_ request: TransportRequest, body: Data, _ redactor: RecordingRedactor) {
    let type = request.headers[.contentType].flatMap(MediaType.init)
    self.init(
      method: request.method.rawValue, url: redactor.url(request.url),
      headers: redactor.headers(request.headers, leavingOut: Self.volatile),
      body: type?.type == "multipart"
        ? RecordedBody(content: .omitted("a multipart body")) : redactor.body(body, type: type))
    if type?.type == "multipart" { headers[.contentType] = "multipart/\(type?.subtype ?? "")" }
  }
}

extension Recording.Response {
  /// Fields that differ from run to run, or concern the connection alone.
  private static let volatile: Set<HTTPHeaderName> = [
    .date, .age, .connection, .keepAlive, .transferEncoding, .contentLength, .contentEncoding,
  ]

  init(
    _ response: TransportResponse, to request: TransportRequest, data: Data, _ redactor: RecordingRedactor
  ) {
    self.init(
      status: response.status, url: response.url == request.url ? nil : redactor.url(response.url),
      headers: redactor.headers(response.headers, leavingOut: Self.volatile),
      body: redactor.body(data, type: response.headers[.contentType].flatMap(MediaType.init)))
  }

  /// The response to a request, in the form that its delivery asks for.
  func response(to request: TransportRequest) async throws -> TransportResponse {
    let canned = StubResponse.data(try body.data, status: status, headers: headers)
    var response = try await canned.response(to: request)
    if let url = url.flatMap({ URL(string: $0) }) { response.url = url }
    return response
  }
}

extension TransportRequest {
  /// The same request with the bytes that were read of its body, so that a stream is not read a second time.
  func carrying(_ bytes: Data) -> TransportRequest {
    guard case .stream = body.content else { return self }
    var request = self
    request.body = .data(bytes, contentType: body.contentType)
    return request
  }
}
