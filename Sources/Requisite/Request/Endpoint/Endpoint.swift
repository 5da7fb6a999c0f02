/// A request as a value: what is sent, and by its generic parameter what comes back.
///
/// ```swift
/// extension Endpoint where ReturnType == [News] {
///   static let headlines = get("/headlines")
///   static func search(matching text: String) -> Endpoint { get("/search", query: ["q": text]) }
/// }
/// let news = try await client.dispatch(.headlines)
/// ```
/// It is for those who prefer it to a type a request; both are a ``Request`` and mix freely. There is a factory a
/// method: `get` takes a query and no body, so a GET with a body cannot be written. What a
/// request would declare as properties is added by ``headers(_:)``, ``keyPath(_:)``, ``decoder(_:)`` and
/// ``options(_:)``; ``map(_:)`` makes a domain type of what was decoded.
public struct Endpoint<ReturnType: Sendable>: Request {
  /// Where to, below the base URL, or a whole URL.
  public let path: RequestPath
  /// The method.
  public let method: HTTPMethod
  /// The query.
  public let queryParams: QueryParams
  /// Header fields, which win over those of the client.
  public private(set) var headers = HTTPHeaders()
  /// What is sent.
  public let body: EndpointBody
  /// The way to the part of the document that is wanted.
  public private(set) var keyPath = ""
  /// Time limits, accepted statuses and the like.
  public private(set) var options = RequestOptions()

  private let responseMaker: ResponseMaker<ReturnType>
  private var ownDecoder: (any ResponseDecoder)?

  init(_ call: EndpointCall, returning responseMaker: ResponseMaker<ReturnType>) {
    path = call.path
    method = call.method
    queryParams = call.query
    body = call.body
    self.responseMaker = responseMaker
  }
}

// The rest of what a request says of itself.
extension Endpoint {
  /// What the body is encoded as.
  public var contentType: String { body.contentType ?? "application/octet-stream" }

  /// How the response is asked for, by the type that comes back.
  public var responseForm: ResponseForm { responseMaker.form(keyPath) }

  /// The body, encoded by the client's encoders where it is a value.
  public func encodeBody(with coders: BodyCoders) throws(NetworkRequestError) -> HTTPBody {
    try body.encode(coders.preferring(options.bodyEncoder))
  }

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
  /// The same with these header fields in place of those of the same names.
  public func headers(_ fields: HTTPHeaders) -> Endpoint {
    var result = self
    result.headers.merge(fields)
    return result
  }

  /// The same, of whose response only the part at the end of `keyPath` is wanted, as in `"response.items.0"`.
  public func keyPath(_ keyPath: String) -> Endpoint {
    var result = self
    result.keyPath = keyPath
    return result
  }

  /// The same with a decoder of its own.
  public func decoder(_ decoder: any ResponseDecoder) -> Endpoint {
    var result = self
    result.ownDecoder = decoder
    return result
  }

  /// The same with these options in place of the same of its own.
  public func options(_ options: RequestOptions) -> Endpoint {
    var result = self
    result.options = result.options.merging(options)
    return result
  }

  /// The same request, returning what `transform` makes of the value: a domain type of what was decoded.
  ///
  /// What `transform` throws becomes the cause of a ``NetworkRequestError/decodingError(_:)``.
  public func map<NewValue: Sendable>(
    _ transform: @escaping @Sendable (ReturnType) throws -> NewValue
  ) -> Endpoint<NewValue> {
    let call = EndpointCall(method: method, path: path, query: queryParams, body: body)
    var result = Endpoint<NewValue>(call, returning: responseMaker.map(transform))
    result.headers = headers
    result.keyPath = keyPath
    result.options = options
    result.ownDecoder = ownDecoder
    return result
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
