extension Request {
  /// Checks and encodes the request for a transport: the first step of a call, and the only one that handles paths, queries
  /// and values.
  func transportRequest(adding defaults: RequestDefaults) throws(NetworkRequestError) -> TransportRequest {
    do { return try made(adding: defaults) } catch {
      throw error.unbuilt { $0.type = $0.type ?? DecodingFailure.name(of: Self.self) }
    }
  }

  private func made(adding defaults: RequestDefaults) throws(NetworkRequestError) -> TransportRequest {
    try DeclarationCheck.run(on: self)
    let options = defaults.options.merging(encodeOptions()).acceptingNilStatuses(for: ReturnType.self)
    let coders = defaults.coders.preferring(options)
    let method = try encodeMethod()
    if let problem = method.problem { throw .invalidRequest(problem) }
    let path = try encodePath()
    let url = try defaults.base.resolved().url(path: path, query: encodeQuery(with: coders))
    let body = try encodeBody(with: coders).encoded(with: coders).checked()
    guard body.isNone || !method.forbidsBody else {
      let problem =
        "a \(method) request must not have a body: declare another method, or no body"
      throw .invalidRequest(InvalidRequest(.body, problem))
    }
    let form = responseForm
    if !encodeKeyPath().isEmpty { try checkKeyPath(for: form) }
    let decoder = responseDecoder(standard: defaults.coders.response)
    let headers = try headerFields(
      adding: defaults.headers(for: url, of: path), accepting: form.accept(by: decoder), announcing: body)
    var request = TransportRequest(
      method: method, url: url, headers: headers, body: body, options: options,
      delivery: form.delivery(to: options.fileDestination)
    )
    .decoded(with: decoder)
    if case .opened(let opener) = request.delivery { try opener.work.prepare(&request, with: coders) }
    return request
  }

  /// Merges the default fields, the client's and the request's own. Of fields with the same name, the last in this order
  /// wins. They are checked when they are sent, with those that layers add.
  private func headerFields(
    adding defaults: HTTPHeaders, accepting types: String?, announcing body: HTTPBody
  ) throws(NetworkRequestError) -> HTTPHeaders {
    var fields = HTTPHeaders(types.map { [HTTPHeader(.accept, $0)] } ?? [])
    fields.merge(defaults)
    body.announce(in: &fields)
    let own = try encodeHeaders()
    try body.checkAnnouncement(in: own)
    fields.merge(own)
    return fields
  }

  /// Refuses a key path that would be ignored, because the response is not decoded.
  private func checkKeyPath(for form: ResponseForm) throws(NetworkRequestError) {
    let isRead =
      switch form {
      case .raw, .file, .opened: false
      case .decoded, .streamed: (ReturnType.self as? any ResponseConvertible.Type)?.readsKeyPath ?? true
      }
    guard !isRead else { return }
    let problem =
      "the keyPath “\(encodeKeyPath())” would be ignored: a response of type \(DecodingFailure.name(of: ReturnType.self)) is not decoded"
    throw .invalidRequest(InvalidRequest(.declaration, problem))
  }
}

extension BodyCoders {
  /// A copy of the coders in which the encoders of the options come first.
  fileprivate func preferring(_ options: RequestOptions) -> BodyCoders {
    let (body, query) = (options.bodyEncoder, options.queryEncoder)
    guard body != nil || query != nil else { return self }
    var coders = self
    if let body { coders.bodies.insert(body, at: 0) }
    if let query { coders.query = query }
    return coders
  }
}

/// The parts that a client adds to a request: base URL, header fields, options and coders.
struct RequestDefaults: Sendable {
  var base: BaseURL
  var headers = HTTPHeaders()
  var options = RequestOptions()
  var coders = BodyCoders.standard

  /// The client's fields for a URL. If a request replaces the base URL by a URL of another origin, only harmless fields are
  /// kept, as for a redirect.
  func headers(for url: URL, of path: RequestPath) -> HTTPHeaders {
    guard case .absolute = path.storage, !base.isOrigin(of: url) else { return headers }
    return HTTPHeaders(headers.filter(\.name.isHarmlessElsewhere))
  }
}
