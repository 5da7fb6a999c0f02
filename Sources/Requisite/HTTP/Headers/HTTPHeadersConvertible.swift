/// What can stand as the `headers` of a ``Request``: ``HTTPHeaders``, `[String: String]`, an array of
/// ``HTTPHeader``, or an Optional of these (nil adds nothing).
public protocol HTTPHeadersConvertible: Sendable {
  /// The fields to add to the request.
  var httpHeaders: HTTPHeaders { get }
}

extension HTTPHeaders: HTTPHeadersConvertible {
  /// The fields themselves.
  public var httpHeaders: HTTPHeaders { self }
}

extension Dictionary: HTTPHeadersConvertible where Key == String, Value == String {
  /// The fields in the order of their names, for a dictionary has none of its own.
  public var httpHeaders: HTTPHeaders {
    HTTPHeaders(sorted { $0.key < $1.key }.map { HTTPHeader(HTTPHeaderName($0.key), $0.value) })
  }
}

extension Array: HTTPHeadersConvertible where Element == HTTPHeader {
  /// The fields in their order.
  public var httpHeaders: HTTPHeaders { HTTPHeaders(self) }
}

extension Optional: HTTPHeadersConvertible where Wrapped: HTTPHeadersConvertible {
  /// The fields, none for nil.
  public var httpHeaders: HTTPHeaders { self?.httpHeaders ?? HTTPHeaders() }
}
