/// What makes a `Decodable` value of the bytes of a response.
///
/// `JSONCoding`, `JSONDecoder` and `PropertyListDecoder` conform; so does any other type by these two members.
public protocol ResponseDecoder: Sendable {
  /// What it reads, as the value of an `Accept` field, as in `application/json`; nil for anything.
  var accept: String? { get }
  /// Decodes a value. What it throws becomes the cause of a ``NetworkRequestError/decodingError(_:)``.
  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
}

extension JSONCoding: ResponseDecoder {
  /// `application/json`
  public var accept: String? { "application/json" }
}

extension JSONDecoder: ResponseDecoder {
  /// `application/json`
  public var accept: String? { "application/json" }
}

extension PropertyListDecoder: ResponseDecoder {
  /// `application/x-plist`
  public var accept: String? { "application/x-plist" }
}
