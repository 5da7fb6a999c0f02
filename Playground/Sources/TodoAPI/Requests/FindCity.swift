import Requisite

/// Finds the town where a user lives: the text at `address.city` in the response to `GET /users/1`.
public struct FindCity: Request {
  public typealias ReturnType = String
  /// The user whose town to find.
  public let userId: User.ID
  public var path: RequestPath { "/users/\(userId)" }
  public let keyPath = "address.city"

  /// Makes the request.
  public init(of userId: User.ID) {
    self.userId = userId
  }
}
