import Requisite

/// A task, and the user that it belongs to.
public struct Todo: Codable, Identifiable, Hashable, Sendable {
  /// The number that the server gave it.
  public let id: Int
  /// The user it belongs to.
  public var userId: User.ID
  /// The task, in one line.
  public var title: String
  /// True when it is done.
  public var completed: Bool

  /// Makes a todo.
  public init(id: Int, userId: User.ID, title: String, completed: Bool) {
    self.id = id
    self.userId = userId
    self.title = title
    self.completed = completed
  }
}
