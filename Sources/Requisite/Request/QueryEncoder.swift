/// Placeholder.
public struct QueryEncoder: Sendable {
  /// Makes.
  public init() {}
  /// Encodes.
  public func encode(_ value: some Encodable) throws(NetworkRequestError) -> QueryParams { QueryParams() }
}
