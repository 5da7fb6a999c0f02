extension TransportRequest {
  /// Creates a request from the parts of its URL.
  ///
  /// The scheme is `https` by default; path and query are escaped. Without an authority, which is then
  /// that of ``BaseURL/unset``, the request is for a stack that sets one (``Transport/authority(_:)``).
  ///
  /// ```swift
  /// var request = try TransportRequest(
  ///   method: .post, authority: "my-server.com", path: "/message")
  /// request.query.greeting = "Hello World"
  /// // POST https://my-server.com/message?greeting=Hello%20World
  /// print(request)
  /// ```
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` if the parts do not form a URL of `http` or `https`.
  public init(
    method: HTTPMethod = .get, scheme: String = "https", authority: String = "authority.invalid",
    path: String = "",
    query: QueryParams = QueryParams(), headers: HTTPHeaders = HTTPHeaders(), body: HTTPBody = .none
  ) throws(NetworkRequestError) {
    guard URLParts.isHostAndPort(authority) else {
      let problem =
        "“\(Redaction.standard.malformedURL(authority))” is not a host with an optional port, such as my-server.com:8080"
      throw .invalidRequest(InvalidRequest(.baseURL, problem))
    }
    let base = try BaseURL("\(scheme)://\(authority)").resolved()
    let url = try base.url(path: RequestPath(verbatim: path), query: query)
    self.init(method: method, url: url, headers: headers, body: body)
  }

  /// The scheme of the URL, `https` or `http`. Any other value leaves it unchanged, and the request cannot be sent.
  public var scheme: String {
    get { url.scheme ?? "" }
    set { replace(.scheme, with: newValue) }
  }

  /// The host and port of the URL, such as `my-server.com:8080`. An invalid value leaves it unchanged, and the request
  /// cannot be sent.
  public var authority: String {
    get { String(URLParts(url).authority) }
    set { replace(.authority, with: newValue) }
  }

  /// The path of the URL without percent-encoding; setting it escapes characters that a path cannot contain.
  public var path: String {
    get { url.path(percentEncoded: false) }
    set { replace(.path, with: PercentEncoding.escape(newValue, keeping: .path)) }
  }

  /// The query of the URL as decoded names and values; setting an empty one removes the query.
  ///
  /// A query that has a value without a text form, such as a number that is not finite, leaves the URL unchanged, and the
  /// request cannot be sent.
  public var query: QueryParams {
    get { QueryParams(encoded: String(URLParts(url).query)) }
    set {
      do throws(NetworkRequestError) {
        _ = try newValue.checkedItems(of: .query)
        replace(.query, with: newValue.encoded)
      } catch {
        refuse(error)
      }
    }
  }

  // A setter cannot throw, so the transport does.
  private mutating func replace(_ part: URLParts.Part, with text: String) {
    do throws(NetworkRequestError) {
      try replace(part, with: text, named: "\(part)")
    } catch {
      refuse(error)
    }
  }

  /// Replaces one part of the URL.
  ///
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)``, which has `name` and the text, if the result is not an HTTP URL.
  mutating func replace(
    _ part: URLParts.Part, with text: String, named name: String
  ) throws(NetworkRequestError) {
    guard let url = URLParts(url).replacing(part, with: text) else {
      let problem =
        "the \(name) “\(Redaction.standard.malformedURL(text))” does not form an http or https URL"
      throw .invalidRequest(InvalidRequest(.baseURL, problem))
    }
    self.url = url
  }
}
