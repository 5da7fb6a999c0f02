// The conversions from the types that a part can be declared with to the part as it is sent.

extension Request where Path == String {
  /// The text as a path, with all characters escaped that a path cannot contain.
  public func encodePath() throws(NetworkRequestError) -> RequestPath {
    RequestPath(verbatim: try part(.path, try path))
  }
}

extension Request where Path == RequestPath {
  /// The path as declared; its values are already escaped.
  public func encodePath() throws(NetworkRequestError) -> RequestPath { try part(.path, try path) }
}

extension Request where Path == URL {
  /// The URL, which replaces the base URL.
  public func encodePath() throws(NetworkRequestError) -> RequestPath {
    RequestPath(absolute: try part(.path, try path))
  }
}

extension Request where Method == HTTPMethod {
  /// The method as declared.
  public func encodeMethod() throws(NetworkRequestError) -> HTTPMethod { try part(.method, try method) }
}

extension Request where Method == String {
  /// The method with the declared name, its spelling kept.
  public func encodeMethod() throws(NetworkRequestError) -> HTTPMethod {
    HTTPMethod(rawValue: try part(.method, try method))
  }
}

extension Request where Query: QueryConvertible {
  /// The names and values of the query; those of a dictionary in the styles of ``BodyCoders/query``.
  public func encodeQuery(with coders: BodyCoders) throws(NetworkRequestError) -> QueryParams {
    try part(.query, try queryParams).queryParams(by: coders.query)
  }
}

extension Request where Query: Encodable {
  /// The properties of the value, encoded by ``BodyCoders/query``.
  ///
  /// In a generic request, a value that turns out to be a ``QueryConvertible`` provides its own names and values.
  public func encodeQuery(with coders: BodyCoders) throws(NetworkRequestError) -> QueryParams {
    let query = try part(.query, try queryParams)
    if let pairs = query as? any QueryConvertible { return try pairs.queryParams(by: coders.query) }
    return try coders.query.encode(query)
  }
}

extension Request where Query: Encodable & QueryConvertible {
  /// The names and values of the query; those of a dictionary in the styles of ``BodyCoders/query``.
  public func encodeQuery(with coders: BodyCoders) throws(NetworkRequestError) -> QueryParams {
    try part(.query, try queryParams).queryParams(by: coders.query)
  }
}

extension Request where Headers: HTTPHeadersConvertible {
  /// The declared fields, in order; those of a dictionary sorted by name.
  public func encodeHeaders() throws(NetworkRequestError) -> HTTPHeaders {
    try part(.header, try headers).httpHeaders
  }
}

extension Request where ContentType == String {
  /// The content type as declared, unchanged.
  public func encodeContentType() throws(NetworkRequestError) -> String { try part(.body, try contentType) }
}

extension Request where ContentType == MediaType {
  /// The declared media type as text.
  public func encodeContentType() throws(NetworkRequestError) -> String {
    try part(.body, try contentType).description
  }
}

extension Request where BodyDecoder: ResponseDecoder {
  /// The decoder that the request declares.
  public func responseDecoder(standard: any ResponseDecoder) -> any ResponseDecoder { decoder }
}

extension Request where Body: HTTPBodyConvertible {
  /// The body, encoded by its own type; its content type is the declared ``contentType``, or the type's default.
  public func encodeBody(with coders: BodyCoders) throws(NetworkRequestError) -> HTTPBody {
    try part(.body, try body).httpBody(as: declaredContentType(), with: coders)
  }
}

extension Request where Body: Encodable {
  /// The value, encoded by the encoder for ``contentType``; no body for nil.
  public func encodeBody(with coders: BodyCoders) throws(NetworkRequestError) -> HTTPBody {
    try coders.body(of: part(.body, try body), as: declaredContentType())
  }
}

extension Request where Body: Encodable & HTTPBodyConvertible {
  /// The body, encoded by its own type; its content type is the declared ``contentType``, or the type's default.
  public func encodeBody(with coders: BodyCoders) throws(NetworkRequestError) -> HTTPBody {
    try part(.body, try body).httpBody(as: declaredContentType(), with: coders)
  }
}

extension Request {
  /// The content type that the request declares; nil if the body's type decides.
  fileprivate func declaredContentType() throws(NetworkRequestError) -> String? {
    ContentType.self == NoContent.self ? nil : try encodeContentType()
  }

  /// Reads a part, whose getter may throw any error.
  func part<Value>(
    _ part: InvalidRequest.Part, _ value: @autoclosure () throws -> Value
  ) throws(NetworkRequestError) -> Value {
    do { return try value() } catch {
      if error is NetworkRequestError || error is CancellationError { throw NetworkRequestError(error) }
      // A description adds the cause, unless it is a file's error.
      let file = error is FileFailure ? ": \(ErrorIdentity.message(of: error))" : ""
      let problem = "its getter threw an error\(file)"
      throw .invalidRequest(part, problem, underlyingError: error)
    }
  }
}

extension BodyCoders {
  /// Returns the body for a value of any type: encoded by its own type if that is an ``HTTPBodyConvertible``, no body for
  /// nil, and otherwise encoded as `contentType`, or as JSON if that is nil.
  ///
  /// The type is tested at run time, because in a generic request it is only known as `Encodable`.
  func body(
    of value: some Encodable, as contentType: String?
  ) throws(NetworkRequestError) -> HTTPBody {
    if let convertible = value as? any HTTPBodyConvertible {
      return try convertible.httpBody(as: contentType, with: self)
    }
    if (value as? any NilTesting)?.isNil == true { return .none }
    guard !(value is URL) else {
      throw .invalidRequest(.body, "a URL cannot be a body: to send a file, use HTTPBody.file(url)")
    }
    return try encode(value, as: contentType ?? HTTPBody.jsonType)
  }
}

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
