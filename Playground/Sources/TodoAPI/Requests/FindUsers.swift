import Requisite

/// Finds all users: `GET /users`. Two lines declare the request.
public struct FindUsers: Request {
  public typealias ReturnType = [User]
  public let path = "/users"

  /// Makes the request.
  public init() {}
}
