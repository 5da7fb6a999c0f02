extension TransportRequest {
  /// The request for Foundation. The only place where a `URLRequest` is made.
  ///
  /// Fields that are repeated are joined by a comma, for a `URLRequest` keeps one value a name. A body in memory is
  /// its `httpBody`; one in a file or a stream is left out, for a `URLRequest` cannot send it twice. The idle
  /// timeout is rounded up to whole seconds, the finest that Foundation on Linux knows.
  public var urlRequest: URLRequest {
    var request = URLRequest(url: url)
    // `GET` and 60 seconds hold anyway, and setting them is not cheap.
    if method != .get { request.httpMethod = method.rawValue }
    request.allHTTPHeaderFields = foundationHeaders
    if case .data(let data) = body.content { request.httpBody = data }
    let timeout = options.timeout?.foundationTimeout ?? Duration.longestFoundationTimeout
    if timeout != 60 { request.timeoutInterval = timeout }
    return request
  }

  private var foundationHeaders: [String: String] {
    var fields: [String: String] = [:]
    fields.reserveCapacity(headers.count + 1)
    for field in headers {
      guard let name = fields.keys.first(where: { ASCII.equalIgnoringCase($0, field.name.rawValue) }) else {
        fields[field.name.rawValue] = field.value
        continue
      }
      fields[name, default: ""] += ", \(field.value)"
    }
    return fields
  }
}

extension Duration {
  /// Ten years, which stand for no limit at all: Foundation on Linux cannot bear infinity.
  fileprivate static let longestFoundationTimeout: TimeInterval = 315_360_000

  /// The duration as whole seconds, rounded up, between one second and ten years: what `URLRequest` can bear.
  fileprivate var foundationTimeout: TimeInterval {
    let (seconds, attoseconds) = components
    return min(max(1, TimeInterval(seconds) + (attoseconds > 0 ? 1 : 0)), Self.longestFoundationTimeout)
  }
}

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
      throw .invalidRequest(InvalidRequest(.path, "“\(text)” is not a whole URL of http or https"))
    }
    guard request.httpBodyStream == nil else {
      let problem =
        "the body is an InputStream, which can be read only once: give the request an httpBody, or "
        + "make a TransportRequest"
      throw .invalidRequest(InvalidRequest(.body, problem))
    }
    let fields = (request.allHTTPHeaderFields ?? [:]).httpHeaders
    try fields.validate()
    let timeout = request.timeoutInterval
    let isLimit = timeout > 0 && timeout < 1e9  // beyond that, and for NaN, there is no limit
    let defaults = RequestOptions().with(\.timeout, isLimit ? .seconds(timeout) : nil)
    self.init(
      method: HTTPMethod(rawValue: request.httpMethod ?? "GET"), url: url, headers: fields,
      body: request.httpBody.map { .data($0, contentType: nil) } ?? .none, options: defaults.merging(options),
      delivery: delivery)
  }
}
