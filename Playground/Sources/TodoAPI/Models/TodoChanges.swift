/// What to change of a todo. What is nil is not sent, and stays as it is.
public struct TodoChanges: Encodable, Hashable, Sendable {
  /// Another title.
  public var title: String?
  /// Whether it is done now.
  public var completed: Bool?

  /// Makes a set of changes; none by default.
  public init(title: String? = nil, completed: Bool? = nil) {
    self.title = title
    self.completed = completed
  }
}
