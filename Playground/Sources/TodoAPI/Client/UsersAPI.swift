import Requisite

/// The operations on users.
public protocol UsersAPI: Sendable {
  /// Finds all users.
  func users() async throws(NetworkRequestError) -> [User]
  /// Finds one user.
  func user(_ id: User.ID) async throws(NetworkRequestError) -> User
  /// Finds the town where a user lives.
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
