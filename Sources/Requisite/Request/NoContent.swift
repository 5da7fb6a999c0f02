/// Nothing: no query, no header fields, no body, or a response whose content does not matter.
public struct NoContent: Hashable, Sendable {
  /// Makes the value.
  public init() {}
}

/// The placeholder for the client's own decoder, for a request that declares none.
public struct ClientDecoder: Hashable, Sendable {
  /// Makes the placeholder.
  public init() {}
}

/// The placeholder for the body's own content type, for a request that declares none. ``Request/encodeContentType()``
/// gives the type itself.
public struct BodyContentType: Hashable, Sendable {
  static let json = "application/json"

  /// Makes the placeholder.
  public init() {}
}

/// A JSON object of any values that JSON knows: `nil`, `Bool`, numbers, `String`, arrays, objects, and everything that
/// is `Encodable`.
public typealias JSONObject = [String: any Sendable]
