/// A todo that the server does not know yet: it has no id.
public struct NewTodo: Encodable, Hashable, Sendable {
  /// The user it will belong to.
  public var userId: User.ID
  /// The task, in one line.
  public var title: String
  /// True when it is done.
  public var completed: Bool

  /// Makes a todo to add; by default it is still to be done.
  public init(userId: User.ID, title: String, completed: Bool = false) {
    self.userId = userId
    self.title = title
    self.completed = completed
  }
}
