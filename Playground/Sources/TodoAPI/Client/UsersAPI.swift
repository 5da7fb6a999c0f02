import Requisite

/// What can be asked of users.
public protocol UsersAPI: Sendable {
  /// Every user.
  func users() async throws(NetworkRequestError) -> [User]
  /// One of them.
  func user(_ id: User.ID) async throws(NetworkRequestError) -> User
  /// The town that one lives in.
  func city(of id: User.ID) async throws(NetworkRequestError) -> String
}

extension APIClient: UsersAPI {
  public func users() async throws(NetworkRequestError) -> [User] {
    try await dispatch(FindUsers())
  }

  public func user(_ id: User.ID) async throws(NetworkRequestError) -> User {
    try await dispatch(FindUser(id: id))
  }

  public func city(of id: User.ID) async throws(NetworkRequestError) -> String {
    try await dispatch(FindCity(of: id))
  }
}
