import Requisite

/// The conditions of a search for todos. Properties that are nil are ignored.
public struct TodoFilter: Hashable, Sendable {
  /// The user to whom the todos belong.
  public var userId: User.ID?
  /// True finds todos that are done, false the others.
  public var completed: Bool?
  /// The text that a todo contains.
  public var text: String?

  /// Makes a filter, which by default matches every todo.
  public init(userId: User.ID? = nil, completed: Bool? = nil, text: String? = nil) {
    self.userId = userId
    self.completed = completed
    self.text = text
  }

  var query: QueryParams {
    ["userId": userId, "completed": completed, "q": text]
  }
}
