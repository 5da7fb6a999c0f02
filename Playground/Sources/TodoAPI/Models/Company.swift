/// The employer of a user.
public struct Company: Codable, Hashable, Sendable {
  /// The name of the company.
  public var name: String
  /// Its slogan.
  public var catchPhrase: String
  /// Its line of business, in the words of the test data.
  public var bs: String
}
