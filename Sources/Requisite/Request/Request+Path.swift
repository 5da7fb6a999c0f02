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

extension Request where Headers: HTTPHeadersConvertible {
  /// The fields.
  public func encodeHeaders() throws(NetworkRequestError) -> HTTPHeaders { headers.httpHeaders }
}
