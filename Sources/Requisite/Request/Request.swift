/// A request and what it returns, declared as a small type.
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
/// Only `path` has no default. What you declare is what is sent: the types of path, method, query, headers, content type,
/// body and decoder are inferred from your properties, and a property of a type that cannot be sent does not compile.
/// `keyPath` and `options` have fixed types. In debug builds, a stored property that can only be meant as a part of the
/// request and is not one, such as `let query: QueryParams`, fails the call with
/// ``NetworkRequestError/invalidRequest(_:)``: see ``checksDeclaration``.
///
/// `ReturnType` says how the response is delivered: any `Decodable`; an Optional of one (nil for an empty response);
/// `Data`; `String`; `Void` or ``NoContent``; ``NetworkResponse``; `HTTPURLResponse`; ``ByteStream``;
/// ``DownloadedFile``; ``Lines``; ``JSONLines``; ``ServerSentEvents``; any ``ResponseConvertible`` of your own.
public protocol Request<ReturnType>: Sendable {
  /// The type that a dispatch returns.
  associatedtype ReturnType: Sendable
  /// `String`, ``RequestPath`` or `URL`; inferred from ``path``.
  associatedtype Path: Sendable
  /// ``HTTPMethod`` or `String`; inferred from ``method``.
  associatedtype Method: Sendable = HTTPMethod
  /// ``QueryParams``, `[String: String]`, `[URLQueryItem]` or any `Encodable`; inferred from ``queryParams``.
  associatedtype Query: Sendable = NoContent
  /// ``HTTPHeaders``, `[String: String]`, `[HTTPHeader]`, or an Optional of these; inferred from ``headers``.
  associatedtype Headers: Sendable = NoContent
  /// ``MediaType`` or `String`; inferred from ``contentType``.
  associatedtype ContentType: Sendable = BodyContentType
  /// Any `Encodable`, ``JSONObject``, ``FormFields``, ``MultipartForm``, `Data`, `String`, ``HTTPBody`` or another
  /// ``HTTPBodyConvertible``, or an Optional of these; inferred from ``body``.
  associatedtype Body: Sendable = NoContent
  /// Any ``ResponseDecoder``, such as `JSONDecoder`; inferred from ``decoder``.
  associatedtype BodyDecoder: Sendable = ClientDecoder

  /// The path below the base URL.
  ///
  /// A `String` is plain text: `?`, `#` and `%` in it are escaped, `..` cannot climb out of the base URL, and it
  /// cannot name another host. To put values into a path use a ``RequestPath``; to leave the base URL on purpose, a
  /// `URL`.
  var path: Path { get }
  /// The method; `GET` unless declared. Its spelling is kept: methods are case-sensitive (RFC 9110 §9.1).
  var method: Method { get }
  /// The query; none unless declared.
  var queryParams: Query { get }
  /// Header fields, which win over those of the client and over the defaults; none unless declared.
  ///
  /// A `Content-Type` among them must say what an encoded body was encoded as; for bytes it says what they are.
  var headers: Headers { get }
  /// How an `Encodable` body is encoded and every body is announced. Unless declared, the body's type decides:
  /// `application/json` for an `Encodable`, and what ``HTTPBodyConvertible/defaultContentType`` says for the others.
  var contentType: ContentType { get }
  /// The body; none unless declared.
  var body: Body { get }
  /// The decoder of the response; the client's decoder unless declared.
  var decoder: BodyDecoder { get }
  /// The way to the part of the document that is wanted, as in `"response.user.address.city"`; a number is a place
  /// in an array. The whole document unless declared.
  ///
  /// A key path that leads nowhere is a ``NetworkRequestError/decodingError(_:)``. One on a request whose `ReturnType` is
  /// not decoded, such as `Data`, is an ``NetworkRequestError/invalidRequest(_:)``.
  var keyPath: String { get }
  /// Time limits, accepted statuses and everything else that decorators read; the client's options unless declared.
  var options: RequestOptions { get }

  /// Turns ``path`` into a path. Comes with the types listed at ``Path``.
  func encodePath() throws(NetworkRequestError) -> RequestPath
  /// The method as it is sent: what generic code reads. Comes with the types listed at ``Method``.
  func encodeMethod() throws(NetworkRequestError) -> HTTPMethod
  /// Turns ``queryParams`` into names and values. Comes with the types listed at ``Query``.
  func encodeQuery(with coders: BodyCoders) throws(NetworkRequestError) -> QueryParams
  /// Turns ``headers`` into fields. Comes with the types listed at ``Headers``.
  func encodeHeaders() throws(NetworkRequestError) -> HTTPHeaders
  /// The content type as it is declared, or the body's own: what generic code reads. `application/json` where there is
  /// no body. Comes with the types listed at ``ContentType``.
  func encodeContentType() throws(NetworkRequestError) -> String
  /// Turns ``body`` into bytes. Comes with the types listed at ``Body``.
  ///
  /// - Parameter coders: The client's coders, those of the call's ``RequestOptions`` before them.
  func encodeBody(with coders: BodyCoders) throws(NetworkRequestError) -> HTTPBody
  /// The decoder to use where the client's is `standard`. Comes with the types listed at ``BodyDecoder``.
  func responseDecoder(standard: any ResponseDecoder) -> any ResponseDecoder

  /// The form in which the response is asked for. Comes with the types listed at ``ReturnType``.
  var responseForm: ResponseForm { get }
  /// Makes the value of an accepted response. Comes with the types listed at ``ReturnType``; implement it for
  /// any other type.
  func decode(
    _ response: NetworkResponse, using decoder: any ResponseDecoder
  ) throws(NetworkRequestError) -> ReturnType

  /// Whether debug builds look for stored properties that were meant as a part of the request and are not sent. True
  /// unless declared; declare `static let checksDeclaration = false` for a type that keeps such a value for another
  /// purpose.
  ///
  /// The check runs in debug builds only, and looks at the stored properties of structs and classes: a `keyPath` or
  /// `options` of another type; and, where the part itself is undeclared, a ``QueryParams`` or `[URLQueryItem]`, an
  /// ``HTTPHeaders``, an ``HTTPBody`` or a form, an ``HTTPMethod`` that is not sent, ``RequestOptions``. It cannot see
  /// computed properties.
  static var checksDeclaration: Bool { get }
}
