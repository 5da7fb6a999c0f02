/// The changes of a todo, as the body of a PATCH. Properties that are nil are not sent, and remain unchanged.
public struct TodoChanges: Encodable, Hashable, Sendable {
  /// The new title.
  public var title: String?
  /// The new state; true for done.
  public var completed: Bool?

  /// Makes a set of changes, empty by default.
  public init(title: String? = nil, completed: Bool? = nil) {
    self.title = title
    self.completed = completed
  }
}
