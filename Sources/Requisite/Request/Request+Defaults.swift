extension Request where Method == HTTPMethod {
  /// `GET`, unless the request declares a method.
  public var method: HTTPMethod { .get }
}

extension Request where Query == NoContent {
  /// No query, unless the request declares one.
  public var queryParams: NoContent { NoContent() }
  /// No names and values.
  public func encodeQuery(with coders: BodyCoders) throws(NetworkRequestError) -> QueryParams {
    QueryParams()
  }
}

extension Request where Headers == NoContent {
  /// No header fields beyond the defaults and the client's.
  public var headers: NoContent { NoContent() }
  /// No header fields, because none are declared.
  public func encodeHeaders() throws(NetworkRequestError) -> HTTPHeaders { HTTPHeaders() }
}

extension Request where ContentType == BodyContentType {
  /// The placeholder for the body's own content type.
  public var contentType: BodyContentType { BodyContentType() }
  /// The body's own content type; `application/json` for an `Encodable`, and where there is no body.
  public func encodeContentType() throws(NetworkRequestError) -> String {
    (body as? any HTTPBodyConvertible)?.defaultContentType ?? BodyContentType.json
  }
}

extension Request where Body == NoContent {
  /// No body, unless the request declares one.
  public var body: NoContent { NoContent() }
  /// No body, because none is declared.
  public func encodeBody(with coders: BodyCoders) throws(NetworkRequestError) -> HTTPBody { .none }
}

extension Request where BodyDecoder == ClientDecoder {
  /// The placeholder for the client's decoder.
  public var decoder: ClientDecoder { ClientDecoder() }
  /// The client's decoder, because none is declared.
  public func responseDecoder(standard: any ResponseDecoder) -> any ResponseDecoder { standard }
}

extension Request {
  /// Empty: the whole document is decoded.
  public var keyPath: String { "" }
  /// The client's options, nothing changed.
  public var options: RequestOptions { RequestOptions() }
  /// In memory, to be decoded: for a type whose ``decode(_:using:)`` is your own.
  public var responseForm: ResponseForm { .decoded }
  /// True: declarations are checked in debug builds.
  public static var checksDeclaration: Bool { true }
}

/// The type of an absent part: no query, no header fields, no body, or a response whose content does not matter.
public struct NoContent: Hashable, Sendable {
  /// Makes the one value there is.
  public init() {}
}

/// The placeholder for the client's own decoder, for a request that declares none.
public struct ClientDecoder: Hashable, Sendable {
  /// Makes the placeholder, which declares no decoder.
  public init() {}
}

/// The placeholder for the body's own content type, for a request that declares none. ``Request/encodeContentType()``
/// gives the type itself.
public struct BodyContentType: Hashable, Sendable {
  static let json = "application/json"

  /// Makes the placeholder, which declares no content type.
  public init() {}
}

/// A JSON object of any values that JSON knows: `nil`, `Bool`, numbers, `String`, arrays, objects, and everything that
/// is `Encodable`.
public typealias JSONObject = [String: any Sendable]
