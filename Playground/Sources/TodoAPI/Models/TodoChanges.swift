/// The changes of a todo, the body of a PATCH. A property that is nil is not sent and stays as it is.
public struct TodoChanges: Encodable, Hashable, Sendable {
  /// Another title.
  public var title: String?
  /// The new state; true for done.
  public var completed: Bool?

  /// Makes a set of changes; none by default.
  public init(title: String? = nil, completed: Bool? = nil) {
    self.title = title
    self.completed = completed
  }
}
