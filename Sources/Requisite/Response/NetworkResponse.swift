/// A response together with the request that it answers.
public struct NetworkResponse: Sendable {
  let transportResponse: TransportResponse
  /// The request, as it was first sent.
  public let request: TransportRequest

  /// Makes a response to a request.
  public init(
    status: Int, headers: HTTPHeaders = HTTPHeaders(), data: Data = Data(), request: TransportRequest
  ) {
    self.init(
      TransportResponse(status: status, headers: headers, url: request.url, body: .data(data)), to: request)
  }

  /// Puts a transport's response together with its request.
  public init(_ response: TransportResponse, to request: TransportRequest) {
    (transportResponse, self.request) = (response, request)
  }

  /// The status code, as 200.
  public var status: Int { transportResponse.status }

  /// The header fields, in the order in which they came.
  public var headers: HTTPHeaders { transportResponse.headers }

  /// The URL that answered: the request's, or the last one of a chain of redirects.
  public var url: URL { transportResponse.url }

  /// The body, in the form that the request asked for.
  public var body: ResponseBody { transportResponse.body }

  /// The trailer fields, if the transport supports them.
  public var trailers: HTTPHeaders { transportResponse.trailers }

  /// How long the phases of the exchange took; nil where the transport does not measure them, or a cache answered. Of a
  /// stream, ``ByteStream/end`` has those of all of it.
  public var timings: TransferTimings? { transportResponse.timings }

  /// The error that ended the body of an error response before it was whole; nil for a whole body.
  public var bodyFailure: NetworkRequestError? { transportResponse.bodyFailure }

  /// The number of redirects that were followed.
  public var redirectCount: Int { transportResponse.redirectCount }

  /// What a cache did with the call; nil without a cache in the stack.
  public var cacheDecision: CacheDecision? { transportResponse.cacheDecision }

  /// The body where it is in memory; empty where it is a stream or a file.
  public var data: Data {
    if case .data(let data) = body { data } else { Data() }
  }

  /// What the body is; nil where the server did not say, or not legibly.
  public var contentType: MediaType? {
    headers[.contentType].flatMap(MediaType.init)
  }

  /// The response as Foundation's `HTTPURLResponse`, made when it is asked for; nil for a status that Foundation
  /// refuses.
  public var httpURLResponse: HTTPURLResponse? {
    var spellings: [HTTPHeaderName: String] = [:]
    var values: [String: [String]] = [:]
    for field in headers {
      let spelling = spellings[field.name, default: field.name.rawValue]
      spellings[field.name] = spelling
      values[spelling, default: []].append(field.value)
    }
    let fields = values.mapValues { $0.joined(separator: ", ") }
    return HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields)
  }
}

extension NetworkResponse: Equatable, CustomStringConvertible, CustomReflectable {
  /// Whether status, header fields, body in memory, URL and request are the same.
  public static func == (left: NetworkResponse, right: NetworkResponse) -> Bool {
    left.status == right.status && left.url == right.url && left.headers == right.headers
      && left.data == right.data && left.request == right.request
  }

  /// Status, request and the size of the body, or what it is in, in one line.
  public var description: String {
    "\(HTTPStatus.words(status)) — \(request), \(body.summary)"
  }

  /// The parts without their secrets, so that `dump` cannot tell either.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "status": status, "headers": headers, "url": request.options.redaction.url(url), "body": body,
        "trailers": trailers, "request": request,
      ])
  }
}

extension NetworkResponse {
  /// This response with another body.
  func replacing(body: ResponseBody) -> NetworkResponse {
    var transportResponse = transportResponse
    transportResponse.body = body
    return NetworkResponse(transportResponse, to: request)
  }

  /// This response with the request as a layer received it, in place of the request that the layer sent on.
  func answering(_ request: TransportRequest, insteadOf sent: TransportRequest) -> NetworkResponse {
    var transportResponse = transportResponse
    if transportResponse.url == sent.url { transportResponse.url = request.url }
    return NetworkResponse(transportResponse, to: request)
  }
}
