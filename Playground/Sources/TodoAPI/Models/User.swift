import Requisite

/// A person to whom todos belong.
public struct User: Codable, Identifiable, Hashable, Sendable {
  /// The number that the server assigned.
  public let id: Int
  /// The full name.
  public var name: String
  /// The login name.
  public var username: String
  /// The email address.
  public var email: String
  /// The postal address.
  public var address: Address
  /// The telephone number.
  public var phone: String
  /// The website, without a scheme.
  public var website: String
  /// The employer.
  public var company: Company
}
