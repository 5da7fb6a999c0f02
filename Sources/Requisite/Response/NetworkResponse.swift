/// A response and the request that it answers.
public struct NetworkResponse: Sendable {
  let transportResponse: TransportResponse
  /// The request as first sent, before any redirect.
  public let request: TransportRequest

  /// Makes a response from the request's URL, with its body in memory.
  public init(
    status: Int, headers: HTTPHeaders = HTTPHeaders(), data: Data = Data(), request: TransportRequest
  ) {
    self.init(
      TransportResponse(status: status, headers: headers, url: request.url, body: .data(data)), to: request)
  }

  /// Pairs a transport's response with its request.
  public init(_ response: TransportResponse, to request: TransportRequest) {
    transportResponse = response
    self.request = request
  }

  /// The status code, such as 200.
  public var status: Int { transportResponse.status }

  /// The status code, by its name in `HTTPURLResponse`.
  @available(*, deprecated, renamed: "status")
  public var statusCode: Int { status }

  /// The header fields, in the order of arrival.
  public var headers: HTTPHeaders { transportResponse.headers }

  /// The URL that answered: the request's, or the last one of a chain of redirects.
  public var url: URL { transportResponse.url }

  /// The body, in the form of the request's ``TransportRequest/delivery``.
  public var body: TransportResponse.Body { transportResponse.body }

  /// The trailer fields, if the transport supports them. For a stream, they are in ``ByteStream/end``.
  public var trailers: HTTPHeaders { transportResponse.trailers }

  /// The durations of the phases of the exchange; nil if the transport does not measure them, or a cache answered. For
  /// a stream, ``ByteStream/end`` has the timings up to the last byte.
  public var timings: CallTimeline.Timings? { transportResponse.timings }

  /// The error that cut short the body of an error response; nil if the body is complete.
  public var bodyFailure: NetworkRequestError? { transportResponse.bodyFailure }

  /// The number of redirects that were followed; 0 for none. A chain that leads back to the request's own URL counts too.
  public var redirectCount: Int { transportResponse.redirectCount }

  /// The decision of the cache on this call; nil without a cache in the stack.
  public var cacheDecision: CacheDecision? { transportResponse.cacheDecision }

  /// The body if it is in memory; empty for a stream or a file.
  public var data: Data {
    if case .data(let data) = body { data } else { Data() }
  }

  /// The time that the server asks to wait before the next call, from `Retry-After`
  /// (``HTTPHeaders/retryAfter(now:)``); nil without the field.
  public var retryAfter: Duration? { headers.retryAfter() }

  /// The media type of the body; nil if `Content-Type` is missing or has no type. Malformed parameters are skipped (WHATWG
  /// MIME Sniffing, §4.4). Of several types, the last one applies (RFC 9110 §8.3).
  public var contentType: MediaType? {
    headers[.contentType].flatMap(MediaType.received)
  }
}

extension NetworkResponse: Equatable, CustomStringConvertible, CustomReflectable {
  /// True if status, header fields, URL, request and the body in memory are equal. Streams and files are not compared.
  public static func == (left: NetworkResponse, right: NetworkResponse) -> Bool {
    left.status == right.status && left.url == right.url && left.headers == right.headers
      && left.data == right.data && left.request == right.request
  }

  /// Status, request, and the size of the body or where it is, in one line.
  public var description: String {
    "\(HTTPStatus.text(status)) — \(request), \(body)"
  }

  /// The parts without their secrets, for `dump`.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "status": status, "headers": request.options.redaction.headers(headers),
        "url": request.options.redaction.url(url), "body": body,
        "trailers": request.options.redaction.headers(trailers), "request": request,
      ])
  }
}

extension NetworkResponse {
  /// A copy with another body.
  package func replacing(body: TransportResponse.Body) -> NetworkResponse {
    NetworkResponse(transportResponse.replacing(body: body), to: request)
  }

  /// Deletes the file or ends the stream of a response whose caller gets no value, because nothing else would. A file that
  /// replaced another stays, because the old one is gone.
  func discardUnreceived() {
    if case .file(_?) = request.delivery, request.options.replacesFile { return }
    body.discard()
  }

  /// A copy that answers `request`, which a layer received, instead of the request that the layer sent on; the same for nil.
  func answering(_ request: TransportRequest?) -> NetworkResponse {
    guard let request else { return self }
    return NetworkResponse(transportResponse.reported(for: request, sentAs: self.request), to: request)
  }
}

extension NetworkResponse {
  /// Decodes the body as text, by the `charset` of its `Content-Type`; as UTF-8 without one, or if it is `none` or `binary`.
  /// ``RequestOptions/charset`` replaces it.
  ///
  /// The names are those of the [WHATWG Encoding standard](https://encoding.spec.whatwg.org/#names-and-labels), where
  /// `iso-8859-1` is windows-1252; `us-ascii` is ASCII alone. The text is decoded by the system: `iconv` on Linux, Core
  /// Foundation on Apple platforms.
  ///
  /// - Throws: ``NetworkRequestError/decodingError(_:)`` if the charset is unknown or the bytes are invalid in it.
  public func text() throws(NetworkRequestError) -> String {
    let charset = charsetName
    guard let text = Charset(named: charset)?.text(of: data) else {
      throw .decodingError(DecodingFailure(.text(charset: charset), type: String.self, response: self))
    }
    return text
  }

  /// The first 200 bytes of the body as text on one line, for error messages; secrets are left out.
  var bodyPreview: String {
    OneLine.text(request.options.redaction.body(data, as: contentType, limit: 200))
  }

  /// The problem details (RFC 9457); nil if the body is not `application/problem+json`, or is malformed.
  public var problem: ProblemDetails? {
    guard contentType?.parametersAside(.problemJSON) == true else { return nil }
    do { return try JSONCoding().decode(ProblemDetails.self, from: data) } catch { return nil }
  }
}

/// A value and the response that it was made from.
///
/// ```swift
/// let response = try await client.response(for: FindTodos())
/// print(response.value.count, response.headers[.xTotalCount] ?? "?")
/// ```
/// Properties of the response are members of this type too: status, headers, data, URL and request, as in
/// `response.status`.
@dynamicMemberLookup
public struct Response<Value: Sendable>: Sendable {
  /// The value made from the response.
  public let value: Value
  /// The response and the request that it answers.
  public let network: NetworkResponse

  /// Pairs a value with its response.
  public init(_ value: Value, _ network: NetworkResponse) {
    self.value = value
    self.network = network
  }

  /// A property of the response, as in `response.status`.
  public subscript<Member>(dynamicMember member: KeyPath<NetworkResponse, Member>) -> Member {
    network[keyPath: member]
  }

  /// The status code, by its name in `HTTPURLResponse`.
  @available(*, deprecated, renamed: "status")
  public var statusCode: Int { network.status }

  /// Returns the same response with its value transformed. Throws only what `transform` throws.
  public func map<NewValue, Failure: Error>(
    _ transform: (Value) throws(Failure) -> NewValue
  ) throws(Failure) -> Response<NewValue> {
    Response<NewValue>(try transform(value), network)
  }
}
