import Requisite

/// A task that belongs to a user.
public struct Todo: Codable, Identifiable, Hashable, Sendable {
  /// The number that the server assigned.
  public let id: Int
  /// The user to whom the todo belongs.
  public var userId: User.ID
  /// The task, in one line.
  public var title: String
  /// True if the task is done.
  public var completed: Bool

  /// Makes a todo.
  public init(id: Int, userId: User.ID, title: String, completed: Bool) {
    self.id = id
    self.userId = userId
    self.title = title
    self.completed = completed
  }
}
