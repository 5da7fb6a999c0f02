import Requisite

/// Every user: `GET /users`. The whole declaration is two lines.
public struct FindUsers: Request {
  public typealias ReturnType = [User]
  public let path = "/users"

  /// Makes the request.
  public init() {}
}
