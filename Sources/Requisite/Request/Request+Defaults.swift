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

extension Request where ContentType == BodyContentType {
  /// A placeholder: the body's own content type is sent.
  public var contentType: BodyContentType { BodyContentType() }
  /// The body's own content type; `application/json` for an `Encodable`, and if there is no body.
  public func encodeContentType() throws(NetworkRequestError) -> String {
    (body as? any HTTPBodyConvertible)?.defaultContentType ?? BodyContentType.json
  }
}

extension Request where Body == NoContent {
  /// No body, unless the request declares one.
  public var body: NoContent { NoContent() }
  /// No body, because the request declares none.
  public func encodeBody(with coders: BodyCoders) throws(NetworkRequestError) -> HTTPBody { .none }
}

extension Request where BodyDecoder == ClientDecoder {
  /// A placeholder: the client's decoder is used.
  public var decoder: ClientDecoder { ClientDecoder() }
  /// The client's decoder, because the request declares none.
  public func responseDecoder(standard: any ResponseDecoder) -> any ResponseDecoder { standard }
}

extension Request where ResponseKeyPath == String {
  /// An empty key path: the whole document is decoded.
  public var keyPath: String { "" }
  /// The key path as declared.
  public func encodeKeyPath() -> String { keyPath }
}

extension Request {
  /// Empty options: those of the client apply.
  public var options: RequestOptions { RequestOptions() }
  /// A decoded response in memory, for a return type with a ``decode(_:using:)`` of your own.
  public var responseForm: ResponseForm { .decoded }
  /// True: debug builds check the declaration.
  public static var checksDeclaration: Bool { true }
}

/// The type of an absent part: no query, no header fields, no body, or a response whose content is ignored.
public struct NoContent: Hashable, Sendable {
  /// Creates the only value of this type.
  public init() {}
}

/// The placeholder for the client's own decoder, for a request that declares none.
public struct ClientDecoder: Hashable, Sendable {
  /// Creates the placeholder, which declares no decoder.
  public init() {}
}

/// The placeholder for the body's own content type, for a request that declares none.
///
/// To read the content type itself, call ``Request/encodeContentType()``.
public struct BodyContentType: Hashable, Sendable {
  static let json = "application/json"

  /// Creates the placeholder, which declares no content type.
  public init() {}
}

/// A JSON object with values of any type that JSON supports: `nil`, `Bool`, numbers, `String`, arrays, objects, and any
/// `Encodable`.
public typealias JSONObject = [String: any Sendable]
