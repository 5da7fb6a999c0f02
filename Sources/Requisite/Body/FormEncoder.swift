/// Placeholder.
public struct FormEncoder: BodyEncoder {
  /// Makes.
  public init() {}
  /// Type.
  public var mediaType: MediaType { .formURLEncoded }
  /// Encodes.
  public func encode<Value: Encodable>(_ value: Value) throws -> Data { Data() }
}
