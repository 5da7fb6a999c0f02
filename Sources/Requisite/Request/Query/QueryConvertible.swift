/// What can stand as the `queryParams` of a ``Request`` beside any `Encodable`: ``QueryParams``,
/// `[String: String]`, `[String: String?]` and `[URLQueryItem]`, and an Optional of these (nil adds nothing).
public protocol QueryConvertible: Sendable {
  /// The names and values.
  var queryItems: QueryParams { get }
}

extension QueryParams: QueryConvertible {
  /// The names and values themselves.
  public var queryItems: QueryParams { self }
}

extension Dictionary: QueryConvertible where Key == String, Value: QueryValue {
  /// The values in the order of their names, for a dictionary has none of its own; nil is skipped.
  public var queryItems: QueryParams {
    var params = QueryParams()
    for (name, value) in sorted(by: { $0.key < $1.key }) { params.append(name, value) }
    return params
  }
}

extension Array: QueryConvertible where Element == URLQueryItem {
  /// The names and values; an item without a value is a name alone.
  public var queryItems: QueryParams {
    QueryParams(items: map { QueryParams.Item($0.name, $0.value) })
  }
}

extension Optional: QueryConvertible where Wrapped: QueryConvertible {
  /// The names and values, none for nil.
  public var queryItems: QueryParams { self?.queryItems ?? QueryParams() }
}
