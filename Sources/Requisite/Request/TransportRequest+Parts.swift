extension TransportRequest {
  /// Creates a request from the parts of its URL.
  ///
  /// The scheme is `https` by default; path and query are escaped.
  ///
  /// ```swift
  /// var request = try TransportRequest(method: .post, authority: "my-server.com", path: "/message")
  /// request.query.greeting = "Hello World"
  /// print(request)  // POST https://my-server.com/message?greeting=Hello%20World
  /// ```
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` if the parts do not form a URL of `http` or `https`.
  public init(
    method: HTTPMethod = .get, scheme: String = "https", authority: String, path: String = "",
    query: QueryParams = QueryParams(), headers: HTTPHeaders = HTTPHeaders(), body: HTTPBody = .none
  ) throws(NetworkRequestError) {
    guard BaseURL.isHostAndPort(authority) else {
      let problem =
        "“\(Redaction.standard.malformedURL(authority))” is not a host with an optional port, such as my-server.com:8080"
      throw .invalidRequest(InvalidRequest(.baseURL, problem))
    }
    let base = try BaseURL("\(scheme)://\(authority)").resolved()
    let url = try base.url(path: RequestPath(verbatim: path), query: query)
    self.init(method: method, url: url, headers: headers, body: body)
  }

  /// The scheme of the URL, `https` or `http`; setting any other value has no effect.
  public var scheme: String {
    get { url.scheme ?? "" }
    set { replace(.scheme, with: newValue) }
  }

  /// The host and port of the URL, such as `my-server.com:8080`; setting an invalid value has no effect.
  public var authority: String {
    get { String(URLParts(url).authority) }
    set { replace(.authority, with: newValue) }
  }

  /// The path of the URL without percent-encoding; setting it escapes characters that a path cannot contain.
  public var path: String {
    get { url.path(percentEncoded: false) }
    set { replace(.path, with: PercentEncoding.escape(newValue, keeping: .path)) }
  }

  /// The query of the URL as decoded names and values; setting an empty one removes the query. Setting one that has a value
  /// without a text form, such as a number that is not finite, has no effect.
  public var query: QueryParams {
    get { QueryParams(encoded: String(URLParts(url).query)) }
    set {
      if newValue.isWritable { replace(.query, with: newValue.encoded) }
    }
  }

  private mutating func replace(_ part: URLParts.Part, with text: String) {
    guard let changed = URLParts(url).replacing(part, with: text) else { return }
    url = changed
  }
}
