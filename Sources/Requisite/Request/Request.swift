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
/// Only `path` has no default. What you declare is what is sent: the types of the path, query, headers, body and
/// decoder are inferred from your properties, and one that cannot be sent does not compile. `method`,
/// `contentType`, `keyPath` and `options` have fixed types; in debug builds, a stored property of one of these
/// names and another type is reported as ``NetworkRequestError/invalidRequest(_:)`` instead of being ignored.
///
/// `ReturnType` says how the response is delivered: any `Decodable`; an Optional of one (nil where the response is
/// empty); `Data`; `String`; `Void` or ``NoContent``; ``NetworkResponse``; `HTTPURLResponse`; ``ByteStream``;
/// ``DownloadedFile``; ``Lines``;
/// ``JSONLines``; ``ServerSentEvents``.
public protocol Request<ReturnType>: Sendable {
  /// What a dispatch returns.
  associatedtype ReturnType: Sendable
  /// `String`, ``RequestPath`` or `URL`; inferred from ``path``.
  associatedtype Path: Sendable
  /// ``QueryParams``, `[String: String]`, `[URLQueryItem]` or any `Encodable`; inferred from ``queryParams``.
  associatedtype Query: Sendable = NoContent
  /// ``HTTPHeaders``, `[String: String]`, `[HTTPHeader]`, or an Optional of these; inferred from ``headers``.
  associatedtype Headers: Sendable = HTTPHeaders
  /// Any `Encodable`, ``JSONObject``, ``FormFields``, ``MultipartForm``, `Data`, `String` or ``HTTPBody``; inferred
  /// from ``body``.
  associatedtype Body: Sendable = NoContent
  /// Any ``ResponseDecoder``, such as `JSONDecoder`; inferred from ``decoder``.
  associatedtype BodyDecoder: Sendable = ClientDecoder

  /// Where to, below the base URL.
  ///
  /// A `String` is plain text: `?`, `#` and `%` in it are escaped, `..` cannot climb out of the base URL, and it
  /// cannot name another host. To put values into a path use a ``RequestPath``; to leave the base URL on purpose, a
  /// `URL`.
  var path: Path { get }
  /// The method; `GET` unless declared.
  var method: HTTPMethod { get }
  /// The query; none unless declared.
  var queryParams: Query { get }
  /// Header fields, which win over those of the client and over the defaults; none unless declared.
  ///
  /// A `Content-Type` among them must say what an encoded body was encoded as; for bytes it says what they are.
  var headers: Headers { get }
  /// How an `Encodable` body is encoded and announced; `application/json` unless declared.
  var contentType: String { get }
  /// The body; none unless declared.
  var body: Body { get }
  /// What decodes the response; the client's decoder unless declared.
  var decoder: BodyDecoder { get }
  /// The way to the part of the document that is wanted, as in `"response.user.address.city"`; a number is a place
  /// in an array. The whole document unless declared. One that leads nowhere is a
  /// ``NetworkRequestError/decodingError(_:)``.
  var keyPath: String { get }
  /// Time limits, accepted statuses and all that decorators can be told; the client's unless declared.
  var options: RequestOptions { get }

  /// Turns ``path`` into a path. Comes with the types listed at ``Path``.
  func encodePath() throws(NetworkRequestError) -> RequestPath
  /// Turns ``queryParams`` into names and values. Comes with the types listed at ``Query``.
  func encodeQuery(with coders: BodyCoders) throws(NetworkRequestError) -> QueryParams
  /// Turns ``headers`` into fields. Comes with the types listed at ``Headers``.
  func encodeHeaders() throws(NetworkRequestError) -> HTTPHeaders
  /// Turns ``body`` into bytes. Comes with the types listed at ``Body``.
  func encodeBody(with coders: BodyCoders) throws(NetworkRequestError) -> HTTPBody
  /// The decoder to use where the client's is `standard`. Comes with the types listed at ``BodyDecoder``.
  func responseDecoder(standard: any ResponseDecoder) -> any ResponseDecoder

  /// How the response is asked for. Comes with the types listed at ``ReturnType``.
  var responseForm: ResponseForm { get }
  /// Makes the value of an accepted response. Comes with the types listed at ``ReturnType``; implement it where yours
  /// is none of them.
  func decode(
    _ response: NetworkResponse, using decoder: any ResponseDecoder
  ) throws(NetworkRequestError) -> ReturnType
}
