extension Request where Method == HTTPMethod {
  /// `GET`, unless the request declares a method.
  public var method: HTTPMethod { .get }
}

extension Request where Query == NoContent {
  /// No query, unless the request declares one.
  public var queryParams: NoContent { NoContent() }
  /// An empty query, because the request declares none.
  public func encodeQuery(with coders: BodyCoders) throws(NetworkRequestError) -> QueryParams {
    QueryParams()
  }
}

extension Request where Headers == NoContent {
  /// No header fields besides the default ones and the client's.
  public var headers: NoContent { NoContent() }
  /// Empty header fields, because the request declares none.
  public func encodeHeaders() throws(NetworkRequestError) -> HTTPHeaders { HTTPHeaders() }
}

extension Request where ContentType == NoContent {
  /// No content type besides the body's own.
  public var contentType: NoContent { NoContent() }
  /// The body's own content type; `application/json` for an `Encodable`, and if there is no body.
  public func encodeContentType() throws(NetworkRequestError) -> String {
    (try part(.body, try body) as? any HTTPBodyConvertible)?.defaultContentType ?? HTTPBody.jsonType
  }
}

extension Request where Body == NoContent {
  /// No body, unless the request declares one.
  public var body: NoContent { NoContent() }
  /// No body, because the request declares none.
  public func encodeBody(with coders: BodyCoders) throws(NetworkRequestError) -> HTTPBody { .none }
}

extension Request where BodyDecoder == NoContent {
  /// No decoder besides the client's.
  public var decoder: NoContent { NoContent() }
  /// The client's decoder, because the request declares none.
  public func responseDecoder(standard: any ResponseDecoder) -> any ResponseDecoder { standard }
}

extension Request where ResponseKeyPath == String {
  /// An empty key path: the whole document is decoded.
  public var keyPath: String { "" }
  /// The key path as declared.
  public func encodeKeyPath() -> String { keyPath }
}

extension Request where CallOptions == RequestOptions {
  /// Empty options: those of the client apply.
  public var options: RequestOptions { RequestOptions() }
  /// The options as declared.
  public func encodeOptions() -> RequestOptions { options }
}

extension Request {
  /// A decoded response in memory, for a return type with a ``decode(_:using:)`` of your own.
  public var responseForm: ResponseForm { .decoded }
  /// True: debug builds check the declaration.
  public static var checksDeclaration: Bool { true }
}

/// The type of an absent part: no query, header fields, content type, body or decoder, or a response whose content is ignored.
public struct NoContent: Hashable, Sendable {
  /// Creates the only value of this type.
  public init() {}
}
