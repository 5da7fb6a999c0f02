import Requisite

/// Finds one user: `GET /users/1`.
public struct FindUser: Request {
  public typealias ReturnType = User
  /// The user to find.
  public let id: User.ID
  public var path: RequestPath { "/users/\(id)" }

  /// Makes the request.
  public init(id: User.ID) {
    self.id = id
  }
}
