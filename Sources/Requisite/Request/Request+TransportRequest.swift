extension Request {
  /// Checks and encodes the request for a transport: the first step of a call, and the only one that handles paths, queries
  /// and values.
  func transportRequest(adding defaults: RequestDefaults) throws(NetworkRequestError) -> TransportRequest {
    do { return try build(adding: defaults) } catch {
      throw error.completingInvalidRequest { $0.type = $0.type ?? DecodingFailure.name(of: Self.self) }
    }
  }

  private func build(adding defaults: RequestDefaults) throws(NetworkRequestError) -> TransportRequest {
    try DeclarationCheck.run(on: self)
    let options = defaults.options.merging(encodeOptions()).acceptingNilStatuses(for: ReturnType.self)
    let coders = defaults.coders.preferring(options)
    let method = try encodeMethod()
    if let problem = method.problem { throw .invalidRequest(problem) }
    let path = try encodePath()
    let base = try defaults.base.resolved()
    let url = try base.url(path: path, query: encodeQuery(with: coders))
    let body = try encodeBody(with: coders).encoded(with: coders).checked()
    guard body.isNone || !method.forbidsBody else {
      throw .invalidRequest(
        .body, "a \(method) request must not have a body: declare another method, or no body")
    }
    let form = responseForm
    if !encodeKeyPath().isEmpty { try checkKeyPath(for: form) }
    let decoder = responseDecoder(standard: defaults.coders.response)
    let headers = try headerFields(
      adding: defaults.headers(for: url, of: path), accepting: form.accept(by: decoder), describing: body)
    var request = TransportRequest(
      method: method, url: url, headers: headers, body: body, options: options,
      delivery: form.delivery(to: options.fileDestination)
    )
    .decoded(with: decoder).named(by: path.template, below: base)
    request.credentials = defaults.credentials
    if case .opened(let opener) = request.delivery { try opener.work.prepare(&request, with: coders) }
    return request
  }

  /// Merges the default fields, the client's and the request's own. Of fields with the same name, the last in this order
  /// wins. They are checked when they are sent, with those that layers add.
  private func headerFields(
    adding defaults: HTTPHeaders, accepting types: String?, describing body: HTTPBody
  ) throws(NetworkRequestError) -> HTTPHeaders {
    var fields = HTTPHeaders(types.map { [HTTPHeader(.accept, $0)] } ?? [])
    fields.merge(defaults)
    body.addContentType(to: &fields)
    let own = try encodeHeaders()
    try body.checkContentType(in: own)
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
    throw .invalidRequest(
      .declaration,
      "the keyPath “\(encodeKeyPath())” would be ignored: a response of type \(DecodingFailure.name(of: ReturnType.self)) is not decoded"
    )
  }
}

extension BodyCoders {
  /// A copy of the coders in which the encoders of the options come first.
  fileprivate func preferring(_ options: RequestOptions) -> BodyCoders {
    let (body, query) = (options.bodyEncoder, options.queryEncoder)
    guard body != nil || query != nil else { return self }
    return copy(self) {
      if let body { $0.bodies.insert(body, at: 0) }
      if let query { $0.query = query }
    }
  }
}

/// The parts that a client adds to a request: base URL, header fields, options and coders.
struct RequestDefaults: Sendable {
  var base: BaseURL
  var headers = HTTPHeaders()
  var options = RequestOptions()
  var coders = BodyCoders.standard
  var credentials: Credentials?

  /// The client's fields for a URL. If a request replaces the base URL by a URL of another origin, only harmless fields are
  /// kept, as for a redirect.
  func headers(for url: URL, of path: RequestPath) -> HTTPHeaders {
    guard case .absolute = path.storage, !base.isOrigin(of: url) else { return headers }
    return HTTPHeaders(headers.filter(\.name.isHarmless))
  }
}

#if DEBUG
  /// A check for stored properties that seem meant to declare a part of the request but do not.
  ///
  /// If a protocol has default implementations, a property with the right type and another name is silently ignored: the
  /// default is used, and the compiler reports nothing. (One with the right name cannot have a wrong type, because the types
  /// of all parts are inferred.) This check finds such properties, in debug builds only.
  enum DeclarationCheck {
    // The request types that passed and are skipped from then on: a cache, not state.
    private static let checkedTypes = Locked<Set<ObjectIdentifier>>([])

    static func run<R: Request>(on request: R) throws(NetworkRequestError) {
      let type = ObjectIdentifier(R.self)
      guard R.checksDeclaration else { return }
      let path = try request.part(.path, try request.path)
      if let problem = (path as? String).flatMap(RequestPath.problem) ?? (path as? RequestPath)?.slashProblem
      {
        throw .invalidRequest(.path, problem)
      }
      guard !checkedTypes.withLock({ $0.contains(type) }) else { return }
      let properties = Self.properties(of: request)
      for property in properties {
        guard let problem = try property.problem(in: request) else { continue }
        throw .invalidRequest(.declaration, "\(R.self).\(property.label) \(problem)")
      }
      // Properties of some types are checked by their values, so requests with such properties are checked at each call.
      guard !properties.contains(where: \.dependsOnValues) else { return }
      checkedTypes.withLock { _ = $0.insert(type) }
    }

    /// The stored properties of a struct, or of a class and its superclasses. Enums have only computed properties, which
    /// are not checked.
    private static func properties(of request: some Request) -> [DeclaredProperty] {
      var mirror: Mirror? = Mirror(reflecting: request)
      var properties: [DeclaredProperty] = []
      while let current = mirror, current.displayStyle == .struct || current.displayStyle == .class {
        properties += current.children.compactMap { child in
          child.label.map { DeclaredProperty(label: $0, value: child.value) }
        }
        mirror = current.superclassMirror
      }
      return properties
    }
  }

  /// A stored property of a request.
  private struct DeclaredProperty {
    let label: String
    let value: Any

    /// True if the property is of type `Value` or an Optional of it.
    func isValue<Value>(of type: Value.Type) -> Bool {
      Swift.type(of: value) == Value.self || Swift.type(of: value) == Value?.self
    }

    /// True if only the value of the property decides whether it is a problem.
    var dependsOnValues: Bool {
      !isPart && (isValue(of: HTTPMethod.self) || isValue(of: RequestOptions.self))
    }

    /// True if the property has the name of a part of a request.
    private var isPart: Bool {
      switch label {
      case "keyPath", "options", "path", "method", "queryParams", "headers", "contentType", "body", "decoder":
        true
      default: false
      }
    }

    /// The problem with the property, as a phrase that follows its name; nil if there is no problem.
    func problem<R: Request>(in request: R) throws(NetworkRequestError) -> String? {
      let type = type(of: value)
      guard !isPart, let part = try part(notSentBy: request) else { return nil }
      return "is of type \(type) and is not sent: call it “\(part)”, or declare "
        + "“static let checksDeclaration = false” if it has another purpose"
    }

    /// The part that a property of this type is meant as, if the request does not declare that part; nil otherwise.
    private func part<R: Request>(notSentBy request: R) throws(NetworkRequestError) -> String? {
      if R.Query.self == NoContent.self, isValue(of: QueryParams.self) || isValue(of: [URLQueryItem].self) {
        return "queryParams"
      }
      if R.Headers.self == NoContent.self, isValue(of: HTTPHeaders.self) || isValue(of: [HTTPHeader].self) {
        return "headers"
      }
      if R.Body.self == NoContent.self, value is any HTTPBodyConvertible, !isPlain { return "body" }
      if let method = value as? HTTPMethod, try request.encodeMethod() == .get, method != .get {
        return "method"
      }
      if let options = value as? RequestOptions, !options.isEmpty, request.encodeOptions().isEmpty {
        return "options"
      }
      return nil
    }

    /// True if the property's type has many uses besides that of a body.
    private var isPlain: Bool {
      isValue(of: String.self) || isValue(of: Data.self)
        || isValue(of: [String: any Encodable & Sendable].self)
        || isValue(of: NoContent.self)
    }
  }
#else
  /// The check of declarations, which does nothing in release builds.
  enum DeclarationCheck {
    @inline(__always)
    static func run<R: Request>(on request: R) throws(NetworkRequestError) {}
  }
#endif
