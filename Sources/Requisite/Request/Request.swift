/// A request and the type that it returns, declared as a small type.
///
/// ```swift
/// struct FindTodos: Request {
///   typealias ReturnType = [Todo]
///   let path = "/todos"
/// }
///
/// struct AddTodo: Request {
///   typealias ReturnType = Todo
///   let path = "/todos"
///   let method = HTTPMethod.post
///   let body: Todo
/// }
/// ```
/// Only `path` has no default. The types of all parts are inferred from your properties, and a property of a type that
/// cannot be sent does not compile. In debug builds, a stored property that seems meant
/// as a part of the request but is not one, such as `let query: QueryParams`, fails the call with ``NetworkRequestError/invalidRequest(_:)``: see ``checksDeclaration``.
///
/// What is sent may have a getter that throws, as in `var body: JSONValue { get throws { … } }`. An error of another type than
/// ``NetworkRequestError`` becomes the cause of a ``NetworkRequestError/invalidRequest(_:)``, and nothing is sent. A getter that is
/// `async` is *not* a part of the request: Swift uses the default instead, without a warning.
///
/// `ReturnType` decides how the response is delivered: any `Decodable`; an Optional of one (nil for an empty response);
/// `Data`; `String`; `Void` or ``NoContent``; ``NetworkResponse``; `HTTPURLResponse`; ``ByteStream``;
/// ``DownloadedFile``; ``Lines``; ``JSONLines``; ``ServerSentEvents``; any ``ResponseConvertible`` of your own.
public protocol Request<ReturnType>: Sendable {
  /// The type that a dispatch returns, which each request declares: a request that returns `Never` does not compile.
  associatedtype ReturnType: Sendable = Never
  /// `String`, ``RequestPath`` or `URL`; inferred from ``path``.
  associatedtype Path: Sendable = NoContent
  /// ``HTTPMethod`` or `String`; inferred from ``method``.
  associatedtype Method: Sendable = HTTPMethod
  /// ``QueryParams``, `[String: String]`, `[URLQueryItem]` or any `Encodable`; inferred from ``queryParams``.
  associatedtype Query: Sendable = NoContent
  /// ``HTTPHeaders``, `[String: String]`, `[HTTPHeader]`, or an Optional of these; inferred from ``headers``.
  associatedtype Headers: Sendable = NoContent
  /// ``MediaType`` or `String`; inferred from ``contentType``.
  associatedtype ContentType: Sendable = NoContent
  /// Any `Encodable`, such as `JSONValue`, ``FormFields``, ``MultipartForm``, `Data`, `String`, ``HTTPBody`` or another
  /// ``HTTPBodyConvertible``, or an Optional of these; inferred from ``body``.
  associatedtype Body: Sendable = NoContent
  /// Any ``ResponseDecoder``, such as `JSONDecoder`; inferred from ``decoder``.
  associatedtype BodyDecoder: Sendable = NoContent
  /// `String`; inferred from ``keyPath``.
  associatedtype ResponseKeyPath: Sendable = String
  /// ``RequestOptions``; inferred from ``options``.
  associatedtype CallOptions: Sendable = RequestOptions

  /// The path below the base URL.
  ///
  /// A `String` is plain text: `?`, `#` and `%` are escaped. A path that leads out of the base URL with `..`, or is a whole
  /// URL, fails the call with ``NetworkRequestError/invalidRequest(_:)``. To put values into a path, use a ``RequestPath``;
  /// to replace the base URL, use a `URL`.
  var path: Path { get throws }
  /// The method, which is case-sensitive (RFC 9110 §9.1) and sent as spelled; `GET` unless declared.
  var method: Method { get throws }
  /// The names and values of the query; empty unless declared.
  var queryParams: Query { get throws }
  /// The header fields, which override the client's and the default ones of the same names; empty unless declared.
  ///
  /// A `Content-Type` among them must match the encoding of an `Encodable` body; otherwise the call fails with
  /// ``NetworkRequestError/invalidRequest(_:)``. For a body of bytes, any `Content-Type` is sent.
  var headers: Headers { get throws }
  /// The media type of the body, which also selects the encoder of an `Encodable` body.
  ///
  /// Unless declared, the body's type decides: `application/json` for an `Encodable`,
  /// ``HTTPBodyConvertible/defaultContentType`` for the others.
  var contentType: ContentType { get throws }
  /// The body, which `GET`, `HEAD` and `TRACE` requests must not have; no body unless declared.
  var body: Body { get throws }
  /// The decoder of the response; the client's decoder unless declared.
  var decoder: BodyDecoder { get }
  /// The key path to the part of the document to decode, such as `"response.user.address.city"`; empty unless declared.
  ///
  /// A number is an index in an array. An empty key path means the whole document. Names are those of the document; with a
  /// decoder that converts snake case, `created_at` and `createdAt` are the same.
  ///
  /// If there is nothing at the key path, the call fails with ``NetworkRequestError/decodingError(_:)``, unless
  /// ``RequestOptions/keyPathIsOptional`` is set. A key path of a request whose `ReturnType` is not decoded, such as
  /// `Data`, fails with ``NetworkRequestError/invalidRequest(_:)``.
  var keyPath: ResponseKeyPath { get }
  /// The options of the call, such as time limits and accepted statuses; they override the client's options one by one.
  var options: CallOptions { get }

  /// Returns ``path`` as a ``RequestPath``; implemented for the types listed at ``Path``.
  func encodePath() throws(NetworkRequestError) -> RequestPath
  /// Returns the method as it is sent, for generic code; implemented for the types listed at ``Method``.
  func encodeMethod() throws(NetworkRequestError) -> HTTPMethod
  /// Returns ``queryParams`` as names and values; implemented for the types listed at ``Query``.
  func encodeQuery(with coders: BodyCoders) throws(NetworkRequestError) -> QueryParams
  /// Returns ``headers`` as header fields; implemented for the types listed at ``Headers``.
  func encodeHeaders() throws(NetworkRequestError) -> HTTPHeaders
  /// Returns the declared content type, or the body's own, for generic code; `application/json` if there is no body.
  ///
  /// Implemented for the types listed at ``ContentType``.
  func encodeContentType() throws(NetworkRequestError) -> String
  /// Encodes ``body``; implemented for the types listed at ``Body``.
  ///
  /// - Parameter coders: The encoders of the call: those of its ``RequestOptions``, then the client's.
  func encodeBody(with coders: BodyCoders) throws(NetworkRequestError) -> HTTPBody
  /// Returns the declared decoder, or `standard`, the client's decoder.
  ///
  /// Implemented for the types listed at ``BodyDecoder``.
  func responseDecoder(standard: any ResponseDecoder) -> any ResponseDecoder
  /// Returns ``keyPath``, for generic code; implemented for `String`.
  func encodeKeyPath() -> String
  /// Returns ``options``, for generic code; implemented for ``RequestOptions``.
  func encodeOptions() -> RequestOptions

  /// The form in which the response is delivered; implemented for the return types listed at ``Request``.
  var responseForm: ResponseForm { get }
  /// Creates the return value from a response with an accepted status.
  ///
  /// Implemented for the return types listed at ``Request``; implement it yourself for any other type.
  func decode(
    _ response: NetworkResponse, using decoder: any ResponseDecoder
  ) throws(NetworkRequestError) -> ReturnType

  /// Whether debug builds search for stored properties that seem meant as a part of the request but have no effect.
  ///
  /// True unless declared. The check reads the stored properties of structs and classes, not computed ones. If the
  /// request does not declare the part itself, it reports a
  /// ``QueryParams`` or `[URLQueryItem]`, an ``HTTPHeaders`` or `[HTTPHeader]`, an ``HTTPBody`` or a form, an
  /// ``HTTPMethod`` other than GET, and ``RequestOptions`` under another name. For a type that keeps such a value for
  /// another purpose, declare `static let checksDeclaration = false`.
  static var checksDeclaration: Bool { get }
}

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
