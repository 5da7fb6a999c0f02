/// The employer of a user.
public struct Company: Codable, Hashable, Sendable {
  /// The name of the company.
  public var name: String
  /// The slogan of the company.
  public var catchPhrase: String
  /// The line of business, in the jargon of the test data.
  public var bs: String
}
