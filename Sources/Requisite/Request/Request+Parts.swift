// How each type that a part may be declared with becomes that part. (Bodies: Request+Body. Values: Request+Response.)

extension Request where Path == String {
  /// The text as a path, with every character escaped that a path cannot hold.
  public func encodePath() throws(NetworkRequestError) -> RequestPath { RequestPath(verbatim: path) }
}

extension Request where Path == RequestPath {
  /// The path, whose values are escaped already.
  public func encodePath() throws(NetworkRequestError) -> RequestPath { path }
}

extension Request where Path == URL {
  /// The URL, which leaves the base URL on purpose.
  public func encodePath() throws(NetworkRequestError) -> RequestPath { RequestPath(absolute: path) }
}

extension Request where Method == HTTPMethod {
  /// The method as declared.
  public func encodeMethod() throws(NetworkRequestError) -> HTTPMethod { method }
}

extension Request where Method == String {
  /// The method of that name, in that spelling.
  public func encodeMethod() throws(NetworkRequestError) -> HTTPMethod { HTTPMethod(rawValue: method) }
}

extension Request where Query: QueryConvertible {
  /// The names and values; those of a dictionary as the ``QueryEncoder`` among the coders writes them.
  public func encodeQuery(with coders: BodyCoders) throws(NetworkRequestError) -> QueryParams {
    try queryParams.queryParams(by: coders.query)
  }
}

extension Request where Query: Encodable {
  /// The properties of the value, as the ``QueryEncoder`` among the coders writes them; the names and values of a
  /// ``QueryConvertible`` that a generic request is given.
  public func encodeQuery(with coders: BodyCoders) throws(NetworkRequestError) -> QueryParams {
    if let pairs = queryParams as? any QueryConvertible { return try pairs.queryParams(by: coders.query) }
    return try coders.query.encode(queryParams)
  }
}

extension Request where Query: Encodable & QueryConvertible {
  /// The names and values; those of a dictionary as the ``QueryEncoder`` among the coders writes them.
  public func encodeQuery(with coders: BodyCoders) throws(NetworkRequestError) -> QueryParams {
    try queryParams.queryParams(by: coders.query)
  }
}

extension Request where Headers: HTTPHeadersConvertible {
  /// The declared fields, in their order.
  public func encodeHeaders() throws(NetworkRequestError) -> HTTPHeaders { headers.httpHeaders }
}

extension Request where ContentType == String {
  /// The content type, as it is spelled.
  public func encodeContentType() throws(NetworkRequestError) -> String { contentType }
}

extension Request where ContentType == MediaType {
  /// The media type as text.
  public func encodeContentType() throws(NetworkRequestError) -> String { contentType.description }
}

extension Request where BodyDecoder: ResponseDecoder {
  /// The request's own decoder.
  public func responseDecoder(standard: any ResponseDecoder) -> any ResponseDecoder { decoder }
}

extension Request where Body: HTTPBodyConvertible {
  /// The body as its type says, announced as the ``contentType`` that the request declares, or as the body's own.
  public func encodeBody(with coders: BodyCoders) throws(NetworkRequestError) -> HTTPBody {
    try body.httpBody(as: declaredContentType(), with: coders)
  }
}

extension Request where Body: Encodable {
  /// The value, encoded as ``contentType`` says; no body for nil.
  public func encodeBody(with coders: BodyCoders) throws(NetworkRequestError) -> HTTPBody {
    try coders.body(of: body, as: declaredContentType())
  }
}

extension Request where Body: Encodable & HTTPBodyConvertible {
  /// The body as its type says, announced as the ``contentType`` that the request declares, or as the body's own.
  public func encodeBody(with coders: BodyCoders) throws(NetworkRequestError) -> HTTPBody {
    try body.httpBody(as: declaredContentType(), with: coders)
  }
}

extension Request where Body == URL {
  /// Does not exist: a URL says neither that it is a file to send nor that it is text.
  @available(
    *, unavailable, message: "to send a file, declare an HTTPBody: HTTPBody.file(url)"
  )
  public func encodeBody(with coders: BodyCoders) throws(NetworkRequestError) -> HTTPBody { .none }
}

extension Request where Body == URL? {
  /// Does not exist: a URL says neither that it is a file to send nor that it is text.
  @available(
    *, unavailable, message: "to send a file, declare an HTTPBody: HTTPBody.file(url)"
  )
  public func encodeBody(with coders: BodyCoders) throws(NetworkRequestError) -> HTTPBody { .none }
}

extension Request {
  /// The content type that the request declares; nil where the body's type decides.
  fileprivate func declaredContentType() throws(NetworkRequestError) -> String? {
    ContentType.self == BodyContentType.self ? nil : try encodeContentType()
  }
}

extension BodyCoders {
  /// The rule by which a value of any type becomes a body, for requests and endpoints: as its type says where that is an
  /// ``HTTPBodyConvertible``, none for nil, and otherwise encoded as `contentType`, which is JSON for nil.
  ///
  /// The value is asked at run time, because only it knows in a generic request what it is.
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
    return try encode(value, as: contentType ?? BodyContentType.json)
  }
}
