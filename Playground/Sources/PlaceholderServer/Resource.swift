/// JSONPlaceholder's six collections and the attachments of todos, and how they belong together.
enum Resource: String, Sendable, CaseIterable {
  case posts, comments, albums, photos, todos, users, attachments

  /// The member in which a child stores its parent's id: a todo's `userId` names its user.
  var foreignKey: String { singular + "Id" }

  var singular: String { String(rawValue.dropLast()) }

  /// The collections whose records name a record of this one as their parent.
  var children: [Resource] {
    switch self {
    case .users: [.posts, .albums, .todos]
    case .posts: [.comments]
    case .albums: [.photos]
    case .todos: [.attachments]
    case .comments, .photos, .attachments: []
    }
  }

  init?(singular: some StringProtocol) {
    self.init(rawValue: singular + "s")
  }
}
