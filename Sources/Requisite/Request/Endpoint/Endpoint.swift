/// A request as a value: its properties say what is sent, and its generic parameter what is returned.
///
/// ```swift
/// extension Endpoint where ReturnType == [News] {
///   static let headlines = get("/headlines")
///   static func search(matching text: String) -> Endpoint {
///     get("/search", query: ["q": text])
///   }
/// }
/// let news = try await client.dispatch(.headlines)
/// let todos: [Todo] = try await client.dispatch(.get("/todos"))
/// ```
/// Use endpoints if you prefer values to request types; both conform to ``Request`` and mix freely. Each method has a verb,
/// which you call like a function: see ``Verb`` and ``BodyVerb``. `get` and `head` take no body, so a GET
/// with a body does not compile. `get` needs a return type: use ``NoContent`` if the content does not matter.
///
/// Pass the parts of the request to the verb, or add them with ``headers(_:)``, ``keyPath(_:)``, ``decoder(_:)`` and
/// ``options(_:)``. ``map(_:)`` converts the decoded value to a domain type.
public struct Endpoint<ReturnType: Sendable>: Request {
  /// The path below the base URL, or a whole URL that replaces the base URL.
  public let path: RequestPath
  /// The method, as chosen by the verb.
  public let method: HTTPMethod
  /// The names and values of the query; empty by default.
  public let queryParams: QueryParams
  /// The header fields, which override the client's fields of the same names; empty by default.
  public private(set) var headers: HTTPHeaders
  /// The body; no body by default.
  public private(set) var body: HTTPBody
  /// The key path to the part of the document to decode; empty, the default, for the whole document.
  public private(set) var keyPath: String
  /// The options of the call, such as time limits and accepted statuses; they override the client's one by one.
  public private(set) var options: RequestOptions

  private let responseMaker: ResponseMaker<ReturnType>
  private var ownDecoder: (any ResponseDecoder)?

  init(
    _ method: HTTPMethod, _ path: RequestPath, query: QueryParams, headers: HTTPHeaders, body: HTTPBody,
    keyPath: String = "", decoder: (any ResponseDecoder)? = nil, options: RequestOptions,
    returning responseMaker: ResponseMaker<ReturnType>
  ) {
    self.path = path
    self.method = method
    queryParams = query
    self.headers = headers
    self.body = body
    self.keyPath = keyPath
    self.options = options
    self.responseMaker = responseMaker
    ownDecoder = decoder
  }
}

// The requirements of `Request` that depend on the return type.
extension Endpoint {
  /// The form in which the response is delivered, as the return type needs it.
  public var responseForm: ResponseForm { responseMaker.form(keyPath) }

  /// The decoder set with ``decoder(_:)``; without one, `standard`, the client's decoder.
  public func responseDecoder(standard: any ResponseDecoder) -> any ResponseDecoder {
    ownDecoder ?? standard
  }

  /// Creates the return value from a response with an accepted status.
  public func decode(
    _ response: NetworkResponse, using decoder: any ResponseDecoder
  ) throws(NetworkRequestError) -> ReturnType {
    try responseMaker.make(response, decoder, keyPath)
  }
}

extension Endpoint {
  /// A copy of the endpoint with these header fields, which replace fields of the same names.
  public func headers(_ fields: HTTPHeaders) -> Endpoint {
    copy(self) { $0.headers.merge(fields) }
  }

  /// A copy of the endpoint with a header field, in place of the field of that name, as in
  /// `.todo(7).header(.ifNoneMatch, tag)`; nil changes nothing.
  public func header(_ name: HTTPHeaderName, _ value: String?) -> Endpoint {
    headers(HTTPHeaders(value.map { [HTTPHeader(name, $0)] } ?? []))
  }

  /// A copy of the endpoint that sends this body, as in `client.dispatch(.addTodo.body(.json(todo)))`.
  ///
  /// Use it for a body that is only known at the call.
  public func body(_ body: HTTPBody) -> Endpoint {
    copy(self) { $0.body = body }
  }

  /// A copy of the endpoint that sends a value as its body.
  ///
  /// `Data` is sent as bytes, `String` as text, an ``HTTPBodyConvertible`` as its type says, and everything else as JSON;
  /// nil sends no body.
  public func body(_ value: some Encodable & Sendable) -> Endpoint {
    body(HTTPBody(value))
  }

  /// A copy of the endpoint that decodes only the part of the document at `keyPath`, such as `"response.items.0"`.
  public func keyPath(_ keyPath: String) -> Endpoint {
    copy(self) { $0.keyPath = keyPath }
  }

  /// A copy of the endpoint that decodes responses with `decoder` instead of the client's decoder.
  public func decoder(_ decoder: any ResponseDecoder) -> Endpoint {
    copy(self) { $0.ownDecoder = decoder }
  }

  /// A copy of the endpoint with every option that `options` sets; its other options stay.
  public func options(_ options: RequestOptions) -> Endpoint {
    copy(self) { $0.options = $0.options.merging(options) }
  }

  /// A copy of the endpoint with one option changed, as in
  /// `client.dispatch(.headlines.with(\.deadline, .seconds(2)))`.
  public func with<Value>(_ option: WritableKeyPath<RequestOptions, Value>, _ value: Value) -> Endpoint {
    copy(self) { $0.options[keyPath: option] = value }
  }

  /// An endpoint for the same request whose return value `transform` converts, for example to a domain type.
  ///
  /// An error that `transform` throws becomes the cause of a ``NetworkRequestError/decodingError(_:)``; a
  /// ``NetworkRequestError`` is thrown as it is.
  public func map<NewValue: Sendable>(
    _ transform: @escaping @Sendable (ReturnType) throws -> NewValue
  ) -> Endpoint<NewValue> {
    Endpoint<NewValue>(
      method, path, query: queryParams, headers: headers, body: body, keyPath: keyPath, decoder: ownDecoder,
      options: options, returning: responseMaker.map(transform))
  }
}

extension Endpoint: CustomReflectable {
  /// The method, path, query and header fields with secrets redacted, so that neither `print` nor `dump` shows them.
  public var customMirror: Mirror {
    // The labels avoid the names of a request's parts, because ``DeclarationCheck`` reads the mirror too.
    let query = queryParams.items.isEmpty ? "" : "?\(Redaction.standard.query(queryParams.encoded))"
    let line = "\(method) \(path.printable)\(query)"
    return Mirror(self, children: ["endpoint": line, "headers": headers], displayStyle: .struct)
  }
}
