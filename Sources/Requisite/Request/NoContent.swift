/// Nothing: no query, no body, or a response whose content is of no interest.
public struct NoContent: Hashable, Sendable {
  /// Makes nothing.
  public init() {}
}

/// Stands for the client's own decoder, where a request declares none.
public struct ClientDecoder: Hashable, Sendable {
  /// Makes the placeholder.
  public init() {}
}

/// A JSON object of any values that JSON knows: `nil`, `Bool`, numbers, `String`, arrays, objects, and whatever is
/// `Encodable`.
public typealias JSONObject = [String: any Sendable]
