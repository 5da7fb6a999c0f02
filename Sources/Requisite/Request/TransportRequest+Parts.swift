extension TransportRequest {
  /// Makes a request to `https` of its parts, which are escaped as needed.
  ///
  /// ```swift
  /// var request = try TransportRequest(method: .post, authority: "my-server.com", path: "/message")
  /// request.query.greeting = "Hello World"
  /// print(request)  // POST https://my-server.com/message?greeting=Hello%20World
  /// ```
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` where the parts make no URL.
  public init(
    method: HTTPMethod = .get, scheme: String = "https", authority: String, path: String = "",
    query: QueryParams = QueryParams(), headers: HTTPHeaders = HTTPHeaders(), body: HTTPBody = .none
  ) throws(NetworkRequestError) {
    guard BaseURL.isAuthority(authority) else {
      let problem =
        "“\(authority)” is not a host, with a port or without one"
      throw .invalidRequest(InvalidRequest(.baseURL, problem))
    }
    let base = try BaseURL("\(scheme)://\(authority)").resolved()
    let url = try base.url(path: RequestPath(verbatim: path), query: query)
    self.init(method: method, url: url, headers: headers, body: body)
  }

  /// The scheme of the URL, `https` or `http`. Any other value is ignored.
  public var scheme: String {
    get { url.scheme ?? "" }
    set { replace(.scheme, with: newValue) }
  }

  /// Host and port of the URL, such as `my-server.com:8080`. An invalid value is ignored.
  public var authority: String {
    get { String(URLParts(url).authority) }
    set { replace(.authority, with: newValue) }
  }

  /// The path of the URL, as people read it; escaped when it is set.
  public var path: String {
    get { url.path(percentEncoded: false) }
    set { replace(.path, with: PercentEncoding.escape(newValue, keeping: .path)) }
  }

  /// The query of the URL as names and values.
  public var query: QueryParams {
    get { QueryParams(encoded: String(URLParts(url).query)) }
    set { replace(.query, with: newValue.encoded) }
  }

  private mutating func replace(_ part: URLParts.Part, with text: String) {
    guard let changed = URLParts(url).replacing(part, with: text) else { return }
    url = changed
  }
}
