/// What turns an `Encodable` value into the bytes of a body.
///
/// `JSONCoding`, `JSONEncoder`, `PropertyListEncoder` and ``FormEncoder`` conform; so can any other. A client picks the one whose
/// media type the request's `contentType` names, so that the type announced is always the one encoded.
public protocol BodyEncoder: Sendable {
  /// What it makes, as in `application/json`.
  var mediaType: MediaType { get }
  /// Encodes the value. What it throws becomes the cause of a ``NetworkRequestError/invalidRequest(_:)``.
  func encode<Value: Encodable>(_ value: Value) throws -> Data
}

extension JSONCoding: BodyEncoder {
  /// `application/json`
  public var mediaType: MediaType { .json }
}

extension JSONEncoder: BodyEncoder {
  /// `application/json`
  public var mediaType: MediaType { .json }
}

extension PropertyListEncoder: BodyEncoder {
  /// `application/x-plist`
  public var mediaType: MediaType { .propertyList }
}
