extension Request {
  /// The request, checked and encoded, as a transport takes it: a call's first step, and the only one that knows of
  /// paths, queries and values.
  func transportRequest(for site: RequestSite) throws(NetworkRequestError) -> TransportRequest {
    try DeclarationCheck.run(on: self)
    let options = site.options.merging(self.options)
    let coders = site.coders.preferring(options)
    let method = try encodeMethod()
    guard Token.isValid(method.rawValue) else {
      throw .invalidRequest(InvalidRequest(.method, "the method “\(method)” is not a token (RFC 9110 §9.1)"))
    }
    let path = try encodePath()
    let url = try site.base.resolved().url(path: path, query: encodeQuery(with: coders))
    let body = try encodeBody(with: coders).checked()
    guard body.isNone || !method.forbidsBody else {
      let problem =
        "a \(method) request must not have a body: declare another method, or no body"
      throw .invalidRequest(InvalidRequest(.body, problem))
    }
    let form = responseForm
    if !keyPath.isEmpty { try checkKeyPath(for: form) }
    let headers = try headerFields(
      for: site, adding: site.headers(for: url, of: path), accepting: form, announcing: body)
    return TransportRequest(
      method: method, url: url, headers: headers, body: body, options: options,
      delivery: form.delivery(to: options.fileDestination)
    )
    .decoded(with: responseDecoder(standard: site.coders.response))
  }

  /// The defaults, then the client's fields in place of the same, then the request's own: the request wins.
  private func headerFields(
    for site: RequestSite, adding siteHeaders: HTTPHeaders, accepting form: ResponseForm,
    announcing body: HTTPBody
  ) throws(NetworkRequestError) -> HTTPHeaders {
    var fields = HTTPHeaders()
    if let accept = form.accept(by: responseDecoder(standard: site.coders.response)) {
      fields.append(HTTPHeader(.accept, accept))
    }
    fields.merge(siteHeaders)
    body.announce(in: &fields)
    let own = try encodeHeaders()
    try body.checkAnnouncement(in: own)
    fields.merge(own)
    try fields.validate()
    return fields
  }

  /// Refuses a key path that nothing would read.
  private func checkKeyPath(for form: ResponseForm) throws(NetworkRequestError) {
    let isRead =
      switch form {
      case .decoded: true
      case .raw, .file: false
      case .streamed: (ReturnType.self as? any ResponseValue.Type)?.readsKeyPath ?? true
      }
    guard !isRead else { return }
    let problem =
      "the keyPath “\(keyPath)” would be ignored: \(ReturnType.self) is not decoded"
    throw .invalidRequest(InvalidRequest(.declaration, problem))
  }
}

extension BodyCoders {
  /// These coders with those of the options, which win.
  fileprivate func preferring(_ options: RequestOptions) -> BodyCoders {
    let (body, query) = (options.bodyEncoder, options.queryEncoder)
    guard body != nil || query != nil else { return self }
    var coders = self
    if let body { coders.bodies.insert(body, at: 0) }
    if let query { coders.query = query }
    return coders
  }
}

/// Where a request is built for: what a client adds to what the request declares.
struct RequestSite: Sendable {
  var base: BaseURL
  var headers = HTTPHeaders()
  var options = RequestOptions()
  var coders = BodyCoders.standard

  /// The client's fields for a URL: where a request leaves the base URL for another origin, only those go along that are
  /// harmless there, as with a redirect.
  func headers(for url: URL, of path: RequestPath) -> HTTPHeaders {
    guard case .absolute = path.storage, !base.isOrigin(of: url) else { return headers }
    return HTTPHeaders(headers.filter(\.name.isHarmlessElsewhere))
  }
}

extension Request {
  /// The request as Foundation's `URLRequest`, below a base URL given as `URL` or `String`, whose own path is kept.
  ///
  /// The same checks are made and the same bytes come out as for a dispatch with a client that adds nothing of its
  /// own. A body that is a file or a stream is left out, for a `URLRequest` cannot be sent twice with one.
  ///
  /// ```swift
  /// let request = try AddTodo(body: todo).asURLRequest(baseURL: "https://jsonplaceholder.typicode.com")
  /// ```
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)``, which names the part at fault.
  public func asURLRequest(baseURL: some BaseURLConvertible) throws(NetworkRequestError) -> URLRequest {
    try transportRequest(for: RequestSite(base: baseURL.asBaseURL)).urlRequest
  }
}
