extension TransportRequest {
  /// Makes a request of Foundation's: its URL, method, header fields, body in memory and timeout.
  ///
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` where it has no URL of HTTP, a body that is a stream, or
  ///   header fields that must not be sent.
  public init(
    _ request: URLRequest, options: RequestOptions = RequestOptions(), delivery: Delivery = .buffered
  ) throws(NetworkRequestError) {
    guard let url = request.url, BaseURL.isScheme(url.scheme ?? ""), url.host?.isEmpty == false else {
      let text = request.url?.printable ?? "nothing"
      throw .invalidRequest(InvalidRequest(.path, "“\(text)” is no whole URL of http or https"))
    }
    guard request.httpBodyStream == nil else {
      throw .invalidRequest(InvalidRequest(.body, "the body is an InputStream, which can be sent but once"))
    }
    let fields = (request.allHTTPHeaderFields ?? [:]).httpHeaders
    try fields.validate()
    let timeout = request.timeoutInterval
    let isLimit = timeout > 0 && timeout < 1e9  // beyond that, and for NaN, there is none
    let defaults = RequestOptions().with(\.timeout, isLimit ? .seconds(timeout) : nil)
    self.init(
      method: HTTPMethod(rawValue: request.httpMethod ?? "GET"), url: url, headers: fields,
      body: request.httpBody.map { .data($0, contentType: nil) } ?? .none, options: defaults.merging(options),
      delivery: delivery)
  }
}
