/// A todo that is not on the server yet, and so has no id.
public struct NewTodo: Encodable, Hashable, Sendable {
  /// The user to whom the todo will belong.
  public var userId: User.ID
  /// The task, in one line.
  public var title: String
  /// True if the task is done.
  public var completed: Bool

  /// Makes a todo to add, not done by default.
  public init(userId: User.ID, title: String, completed: Bool = false) {
    self.userId = userId
    self.title = title
    self.completed = completed
  }
}
