/// The six collections, and which of them belong to which.
enum Resource: String, Sendable, CaseIterable {
  case posts, comments, albums, photos, todos, users

  /// The member of a child that holds its parent's id: a todo's `userId` names its user.
  var foreignKey: String { singular + "Id" }

  var singular: String { String(rawValue.dropLast()) }

  /// The collections whose records name a record of this one as their parent.
  var children: [Resource] {
    switch self {
    case .users: [.posts, .albums, .todos]
    case .posts: [.comments]
    case .albums: [.photos]
    case .comments, .photos, .todos: []
    }
  }

  init?(singular: some StringProtocol) {
    self.init(rawValue: singular + "s")
  }
}
