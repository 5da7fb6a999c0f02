#if FoundationNetworking || !(os(Linux) || os(Android))
  extension TransportRequest {
    /// The request as a Foundation `URLRequest`.
    ///
    /// Repeated fields are joined by commas, because a `URLRequest` stores one value per name. If no field has the media
    /// type of the body, the body's ``HTTPBody/contentType`` becomes `Content-Type`. A body in memory becomes
    /// `httpBody`; a file or a stream is omitted, because a `URLRequest` cannot send one twice. The idle timeout is rounded
    /// up to whole seconds, the finest unit of Foundation on Linux; no timeout becomes ten years.
    public var urlRequest: URLRequest {
      var request = URLRequest(url: url)
      // `GET` is the default, and setting it is not cheap. A timeout that is not set leaves that of a session in force.
      if method != .get { request.httpMethod = method.rawValue }
      request.allHTTPHeaderFields = foundationHeaders
      if case .data(let data) = body.content { request.httpBody = data }
      if options.isTimeoutSet {
        request.timeoutInterval = options.timeout?.foundationTimeout ?? Duration.longestFoundationTimeout
      }
      return request
    }

    /// Returns the request as a `URLRequest`, whose header fields Foundation sends unchecked.
    ///
    /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` for a method or a field that must not be sent.
    func checkedURLRequest() throws(NetworkRequestError) -> URLRequest {
      try validateFields()
      return urlRequest
    }

    private var foundationHeaders: [String: String] {
      var fields: [String: String] = [:]
      fields.reserveCapacity(headers.count + 1)
      for field in headers {
        guard let name = fields.keys.first(where: { ASCII.equalIgnoringCase($0, field.name.rawValue) }) else {
          fields[field.name.rawValue] = field.value
          continue
        }
        // Cookie is one field, whose pairs are separated by semicolons (RFC 6265 §4.2.1).
        fields[name, default: ""] += (field.name == .cookie ? "; " : ", ") + field.value
      }
      if !body.isNone, let type = body.contentType, !headers.contains(.contentType) {
        fields["Content-Type"] = type
      }
      return fields
    }
  }

  extension Duration {
    /// Ten years in seconds, which represent no limit: Foundation on Linux does not support infinity.
    fileprivate static let longestFoundationTimeout: TimeInterval = 315_360_000

    /// The duration in whole seconds, rounded up, from one second to ten years: the range that `URLRequest` supports.
    fileprivate var foundationTimeout: TimeInterval {
      let (seconds, attoseconds) = bounded.components
      return min(max(1, TimeInterval(seconds) + (attoseconds > 0 ? 1 : 0)), Self.longestFoundationTimeout)
    }
  }

  extension TransportRequest {
    /// Creates a request from a Foundation `URLRequest`: its URL, method, header fields, body in memory and timeout.
    ///
    /// Header fields are sorted by name, because a `URLRequest` does not keep their order. The options in `options` override
    /// the timeout of `request`; a timeout of 0 or less, or of 1e9 seconds or more, means no limit.
    ///
    /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` if the URL is not an `http` or `https` URL with a host, the body
    ///   is a stream, or a header field must not be sent.
    public init(
      _ request: URLRequest, options: RequestOptions = RequestOptions(), delivery: Delivery = .buffered
    ) throws(NetworkRequestError) {
      guard let url = request.url else {
        throw .invalidRequest(.path, "the URLRequest has no URL")
      }
      guard URLParts(url).isHTTP else {
        throw .invalidRequest(.path, "“\(url.printable)” is not a complete http or https URL")
      }
      guard request.httpBodyStream == nil else {
        throw .invalidRequest(
          .body,
          "the body is an InputStream, which can be read only once: give the request an httpBody, or "
            + "create a TransportRequest")
      }
      let fields = (request.allHTTPHeaderFields ?? [:]).httpHeaders
      try fields.validate()
      let timeout = request.timeoutInterval
      let isLimit = timeout > 0 && timeout < 1e9  // beyond that, and for NaN, there is no limit
      let defaults = RequestOptions().with(\.timeout, isLimit ? .seconds(timeout) : nil)
      self.init(
        method: HTTPMethod(rawValue: request.httpMethod ?? "GET"), url: url, headers: fields,
        body: request.httpBody.map { .data($0, contentType: nil) } ?? .none,
        options: defaults.merging(options),
        delivery: delivery)
    }
  }

  extension Request {
    /// Returns the request as a Foundation `URLRequest` for a base URL, given as `URL` or `String`.
    ///
    /// The path of the base URL is kept. The request is checked and encoded as for a client without header fields or options
    /// of its own. A body that is a file or a stream is omitted, because a `URLRequest` cannot send one twice.
    ///
    /// ```swift
    /// let request = try AddTodo(body: todo).asURLRequest(
    ///   baseURL: "https://jsonplaceholder.typicode.com")
    /// ```
    /// - Throws: ``NetworkRequestError/invalidRequest(_:)``, which names the invalid part.
    public func asURLRequest(baseURL: some BaseURLConvertible) throws(NetworkRequestError) -> URLRequest {
      try transportRequest(adding: RequestDefaults(base: baseURL.asBaseURL)).checkedURLRequest()
    }
  }
#endif
