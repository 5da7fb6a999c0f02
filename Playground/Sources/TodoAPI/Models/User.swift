import Requisite

/// A person that todos belong to.
public struct User: Codable, Identifiable, Hashable, Sendable {
  /// Given by the server.
  public let id: Int
  /// The name in full.
  public var name: String
  /// The name to log in by.
  public var username: String
  /// Where mail goes.
  public var email: String
  /// Where the user lives.
  public var address: Address
  /// The telephone number.
  public var phone: String
  /// The website, without a scheme.
  public var website: String
  /// Where the user works.
  public var company: Company
}
