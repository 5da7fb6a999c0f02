/// Where somebody works.
public struct Company: Codable, Hashable, Sendable {
  /// What it is called.
  public var name: String
  /// What it says of itself.
  public var catchPhrase: String
  /// What it does.
  public var bs: String
}
