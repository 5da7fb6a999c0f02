/// A type that can be the `headers` of a ``Request``: ``HTTPHeaders``, `[String: String]`, an array of ``HTTPHeader``, or
/// an Optional of these (nil adds nothing).
public protocol HTTPHeadersConvertible: Sendable {
  /// The fields to add to the request.
  var httpHeaders: HTTPHeaders { get }
}

extension HTTPHeaders: HTTPHeadersConvertible {
  /// These header fields, unchanged.
  public var httpHeaders: HTTPHeaders { self }
}

extension Dictionary: HTTPHeadersConvertible where Key == String, Value == String {
  /// The fields sorted by name, because a dictionary has no order.
  public var httpHeaders: HTTPHeaders {
    HTTPHeaders(sorted { $0.key < $1.key }.map { HTTPHeader(HTTPHeaderName($0.key), $0.value) })
  }
}

extension Array: HTTPHeadersConvertible where Element == HTTPHeader {
  /// The fields of the array, in order.
  public var httpHeaders: HTTPHeaders { HTTPHeaders(self) }
}

extension Optional: HTTPHeadersConvertible where Wrapped: HTTPHeadersConvertible {
  /// The fields of the wrapped value; empty for nil.
  public var httpHeaders: HTTPHeaders { self?.httpHeaders ?? HTTPHeaders() }
}
