/// The records a server starts with: 100 posts, 500 comments, 100 albums, 5000 photos, 200 todos and 10
/// users, in JSONPlaceholder's shapes.
///
/// The members are in the order in which json-server prints them.
enum Seed {
  static func records(of resource: Resource) -> [Record] {
    switch resource {
    case .posts: posts()
    case .comments: comments()
    case .albums: albums()
    case .photos: photos()
    case .todos: todos()
    case .users: users()
    case .attachments: []
    }
  }

  /// Returns the parent of record `id` if each parent has `size` records: records 1 to `size` belong to parent 1.
  static func parent(of id: Int, size: Int) -> JSON {
    .int((id - 1) / size + 1)
  }
}
