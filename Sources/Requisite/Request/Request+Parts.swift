// How each type that a part may be declared with becomes that part. (Bodies: Request+Body. Values: Request+Response.)

extension Request where Path == String {
  /// The text, escaped.
  public func encodePath() throws(NetworkRequestError) -> RequestPath { RequestPath(verbatim: path) }
}

extension Request where Path == RequestPath {
  /// The path itself.
  public func encodePath() throws(NetworkRequestError) -> RequestPath { path }
}

extension Request where Path == URL {
  /// The URL, which leaves the base URL on purpose.
  public func encodePath() throws(NetworkRequestError) -> RequestPath { RequestPath(absolute: path) }
}

extension Request where Method == HTTPMethod {
  /// The method itself.
  public func encodeMethod() throws(NetworkRequestError) -> HTTPMethod { method }
}

extension Request where Method == String {
  /// The method of that name, in that spelling.
  public func encodeMethod() throws(NetworkRequestError) -> HTTPMethod { HTTPMethod(rawValue: method) }
}

extension Request where Query: QueryConvertible {
  /// The names and values.
  public func encodeQuery(with coders: BodyCoders) throws(NetworkRequestError) -> QueryParams {
    queryParams.queryItems
  }
}

extension Request where Query: Encodable {
  /// The properties of the value, as the ``QueryEncoder`` among the coders writes them; the names and values of a
  /// ``QueryConvertible`` that a generic request is given.
  public func encodeQuery(with coders: BodyCoders) throws(NetworkRequestError) -> QueryParams {
    if let pairs = queryParams as? any QueryConvertible { return pairs.queryItems }
    return try coders.query.encode(queryParams)
  }
}

extension Request where Query: Encodable & QueryConvertible {
  /// The names and values.
  public func encodeQuery(with coders: BodyCoders) throws(NetworkRequestError) -> QueryParams {
    queryParams.queryItems
  }
}

extension Request where Headers: HTTPHeadersConvertible {
  /// The fields.
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
