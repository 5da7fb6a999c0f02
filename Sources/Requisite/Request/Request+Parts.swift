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
      let problem = "its getter threw an error: \(ErrorIdentity.message(of: error))"
      throw .invalidRequest(InvalidRequest(part, problem, underlyingError: error))
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
      throw .invalidRequest(
        InvalidRequest(.body, "a URL cannot be a body: to send a file, use HTTPBody.file(url)"))
    }
    return try encode(value, as: contentType ?? HTTPBody.jsonType)
  }
}
