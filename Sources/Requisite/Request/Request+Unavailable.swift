// The witnesses of parts that cannot be sent and of return types that cannot be received. They are unavailable, so that
// the compiler prints their messages instead of a list of candidates. All others are more specialized, so they win.

extension Request {
  /// Unavailable: the path has a type that is no path.
  @available(*, unavailable, message: "declare path as a String, a RequestPath or a URL")
  public func encodePath() throws(NetworkRequestError) -> RequestPath { "" }

  /// Unavailable: the method has a type that is no method.
  @available(*, unavailable, message: "declare method as an HTTPMethod or a String")
  public func encodeMethod() throws(NetworkRequestError) -> HTTPMethod { .get }

  /// Unavailable: the query has a type that cannot be encoded.
  @available(
    *, unavailable,
    message: """
      declare queryParams as QueryParams, [String: String], [URLQueryItem] or an Encodable, which in a module whose \
      default isolation is the main actor is a “nonisolated struct”
      """
  )
  public func encodeQuery(with coders: BodyCoders) throws(NetworkRequestError) -> QueryParams { [:] }

  /// Unavailable: the header fields have a type that is no header fields.
  @available(*, unavailable, message: "declare headers as HTTPHeaders, [String: String] or [HTTPHeader]")
  public func encodeHeaders() throws(NetworkRequestError) -> HTTPHeaders { [:] }

  /// Unavailable: the content type has a type that is no content type.
  @available(*, unavailable, message: "declare contentType as a MediaType or a String, not as an Optional")
  public func encodeContentType() throws(NetworkRequestError) -> String { HTTPBody.jsonType }

  /// Unavailable: the body has a type that cannot be encoded.
  @available(
    *, unavailable,
    message: """
      a body must be Encodable or HTTPBodyConvertible; for a dictionary of any values, declare a JSONValue, as in \
      ["title": .string(title), "done": true]; in a module whose default isolation is the main actor, declare its \
      type as a “nonisolated struct”
      """
  )
  public func encodeBody(with coders: BodyCoders) throws(NetworkRequestError) -> HTTPBody { .none }

  /// Unavailable: the decoder has a type that is no decoder.
  @available(*, unavailable, message: "declare decoder as a ResponseDecoder, such as JSONDecoder")
  public func responseDecoder(standard: any ResponseDecoder) -> any ResponseDecoder { standard }

  /// Unavailable: the key path has a type that is no text.
  @available(*, unavailable, message: "declare keyPath as a String, with dots between the names")
  public func encodeKeyPath() -> String { "" }

  /// Unavailable: the options have a type that is no options.
  @available(*, unavailable, message: "declare options as RequestOptions, not as an Optional")
  public func encodeOptions() -> RequestOptions { RequestOptions() }

  /// Unavailable: the return type has no rule by which it is made from a response.
  @available(
    *, unavailable,
    message: """
      a ReturnType must be Decodable or ResponseConvertible; in a module whose default isolation is the main actor, \
      declare its type as a “nonisolated struct”; to decode it yourself, declare decode(_:using:) with \
      throws(NetworkRequestError); for a Response, call client.response(for:)
      """
  )
  public func decode(
    _ response: NetworkResponse, using decoder: any ResponseDecoder
  ) throws(NetworkRequestError) -> ReturnType { throw .cancelled(response.request) }
}

extension Request where Path == NoContent {
  /// Unavailable: the request declares no path.
  @available(*, unavailable, message: "declare the path below the base URL, as in: let path = \"/todos\"")
  public var path: NoContent { NoContent() }
}

extension Request where Body == URL {
  /// Unavailable: a URL as a body could mean a file to send or its own text.
  @available(*, unavailable, message: "to send a file, declare an HTTPBody: HTTPBody.file(url)")
  public func encodeBody(with coders: BodyCoders) throws(NetworkRequestError) -> HTTPBody { .none }
}

extension Request where Body == URL? {
  /// Unavailable: a URL as a body could mean a file to send or its own text.
  @available(*, unavailable, message: "to send a file, declare an HTTPBody: HTTPBody.file(url)")
  public func encodeBody(with coders: BodyCoders) throws(NetworkRequestError) -> HTTPBody { .none }
}

extension Request where ReturnType == Never {
  /// Unavailable: the request declares no return type.
  @available(*, unavailable, message: "declare what comes back, as in: typealias ReturnType = [Todo]")
  public func decode(
    _ response: NetworkResponse, using decoder: any ResponseDecoder
  ) throws(NetworkRequestError) -> ReturnType { throw .cancelled(response.request) }
}
