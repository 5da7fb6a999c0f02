/// A request as a value: what is sent, and by its generic parameter what comes back.
///
/// ```swift
/// extension Endpoint where ReturnType == [News] {
///   static let headlines = get("/headlines")
///   static func search(matching text: String) -> Endpoint { get("/search", query: ["q": text]) }
/// }
/// let news = try await client.dispatch(.headlines)
/// let todos: [Todo] = try await client.dispatch(.get("/todos"))
/// ```
/// It is for those who prefer values to types; both are a ``Request`` and mix freely. Each method has a verb, which is
/// called like a function: see ``EndpointVerb`` and ``EndpointBodyVerb``. `get` and `head` take no body, so a GET with
/// a body cannot be written; `get` needs a result type, and ``NoContent`` says that none is wanted.
///
/// What a request type would declare as properties is given to the verb or added afterwards, by ``headers(_:)``,
/// ``keyPath(_:)``, ``decoder(_:)``, ``options(_:)``; ``map(_:)`` makes a domain type of what was decoded.
public struct Endpoint<ReturnType: Sendable>: Request {
  /// The path below the base URL, or a whole URL.
  public let path: RequestPath
  /// The method that the verb stands for.
  public let method: HTTPMethod
  /// The query: names and values, none by default.
  public let queryParams: QueryParams
  /// Header fields, which win over those of the client.
  public private(set) var headers: HTTPHeaders
  /// The body; none by default.
  public private(set) var body: EndpointBody
  /// The way to the part of the document that is wanted; the whole document by default.
  public private(set) var keyPath = ""
  /// Time limits, accepted statuses and everything else that decorators read.
  public private(set) var options: RequestOptions

  private let responseMaker: ResponseMaker<ReturnType>
  private var ownDecoder: (any ResponseDecoder)?

  init(
    _ method: HTTPMethod, _ path: RequestPath, query: QueryParams, headers: HTTPHeaders, body: EndpointBody,
    options: RequestOptions, returning responseMaker: ResponseMaker<ReturnType>
  ) {
    self.path = path
    self.method = method
    queryParams = query
    self.headers = headers
    self.body = body
    self.options = options
    self.responseMaker = responseMaker
  }
}

// The rest of what a request says of itself.
extension Endpoint {
  /// The form in which the response is asked for, by the type that comes back.
  public var responseForm: ResponseForm { responseMaker.form(keyPath) }

  /// The endpoint's own decoder, or the client's.
  public func responseDecoder(standard: any ResponseDecoder) -> any ResponseDecoder {
    ownDecoder ?? standard
  }

  /// Makes the value of an accepted response.
  public func decode(
    _ response: NetworkResponse, using decoder: any ResponseDecoder
  ) throws(NetworkRequestError) -> ReturnType {
    try responseMaker.make(response, decoder, keyPath)
  }
}

extension Endpoint {
  /// A copy of the endpoint with these header fields in place of those of the same names.
  public func headers(_ fields: HTTPHeaders) -> Endpoint {
    changed { $0.headers.merge(fields) }
  }

  /// A copy of the endpoint that sends this body: for one that is only known at the call, as in
  /// `client.dispatch(.addTodo.body(.json(todo)))`.
  public func body(_ body: EndpointBody) -> Endpoint {
    changed { $0.body = body }
  }

  /// A copy of the endpoint that sends this value: `Data` as bytes, `String` as text, everything else as JSON; no body
  /// for nil.
  public func body(_ value: some Encodable & Sendable) -> Endpoint {
    body(EndpointBody(value))
  }

  /// A copy of the endpoint that returns only the part at the end of `keyPath`, as in `"response.items.0"`.
  public func keyPath(_ keyPath: String) -> Endpoint {
    changed { $0.keyPath = keyPath }
  }

  /// A copy of the endpoint with a decoder of its own.
  public func decoder(_ decoder: any ResponseDecoder) -> Endpoint {
    changed { $0.ownDecoder = decoder }
  }

  /// A copy of the endpoint with what `options` sets in place of its own.
  public func options(_ options: RequestOptions) -> Endpoint {
    changed { $0.options = $0.options.merging(options) }
  }

  /// A copy of the endpoint with one option changed, as in
  /// `client.dispatch(.headlines.with(\.deadline, .seconds(2)))`.
  public func with<Value>(_ option: WritableKeyPath<RequestOptions, Value>, _ value: Value) -> Endpoint {
    changed { $0.options[keyPath: option] = value }
  }

  /// An endpoint for the same request, returning what `transform` makes of the value: a domain type of what was decoded.
  ///
  /// An error that `transform` throws becomes the cause of a ``NetworkRequestError/decodingError(_:)``.
  public func map<NewValue: Sendable>(
    _ transform: @escaping @Sendable (ReturnType) throws -> NewValue
  ) -> Endpoint<NewValue> {
    var result = Endpoint<NewValue>(
      method, path, query: queryParams, headers: headers, body: body, options: options,
      returning: responseMaker.map(transform))
    result.keyPath = keyPath
    result.ownDecoder = ownDecoder
    return result
  }

  private func changed(_ change: (inout Endpoint) -> Void) -> Endpoint {
    var copy = self
    change(&copy)
    return copy
  }
}

extension Endpoint: CustomReflectable {
  /// What the endpoint sends, without secrets, so that neither `print` nor `dump` shows them.
  public var customMirror: Mirror {
    // No label is the name of a part of a request: the check of declarations reads the mirror as well.
    let query = queryParams.items.isEmpty ? "" : "?\(Redaction.standard.query(queryParams.encoded))"
    return Mirror(self, children: ["endpoint": "\(method) \(path.printable)\(query)", "headers": headers])
  }
}
