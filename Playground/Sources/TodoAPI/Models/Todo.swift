import Requisite

/// Something to do, and whose it is.
public struct Todo: Codable, Identifiable, Hashable, Sendable {
  /// Given by the server.
  public let id: Int
  /// The user it belongs to.
  public var userId: User.ID
  /// What is to be done.
  public var title: String
  /// Whether it is.
  public var completed: Bool

  /// Makes a todo.
  public init(id: Int, userId: User.ID, title: String, completed: Bool) {
    self.id = id
    self.userId = userId
    self.title = title
    self.completed = completed
  }
}
