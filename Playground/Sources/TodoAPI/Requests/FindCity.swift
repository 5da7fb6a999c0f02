import Requisite

/// The town that a user lives in: the one text at `address.city` of `GET /users/1`.
public struct FindCity: Request {
  public typealias ReturnType = String
  /// The user whose town is wanted.
  public let userId: User.ID
  public var path: RequestPath { "/users/\(userId)" }
  public let keyPath = "address.city"

  /// Makes the request.
  public init(of userId: User.ID) {
    self.userId = userId
  }
}
