import Requisite

/// The conditions of a search for todos. A property that is nil is no condition.
public struct TodoFilter: Hashable, Sendable {
  /// Only those of this user.
  public var userId: User.ID?
  /// Only those that are done, or only those that are not.
  public var completed: Bool?
  /// Only those with this text in them.
  public var text: String?

  /// Makes a filter; by default every todo passes.
  public init(userId: User.ID? = nil, completed: Bool? = nil, text: String? = nil) {
    self.userId = userId
    self.completed = completed
    self.text = text
  }

  var query: QueryParams {
    ["userId": userId, "completed": completed, "q": text]
  }
}
