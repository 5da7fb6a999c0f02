import TodoAPI

extension Table {
  /// Makes a table of todos, each with the name of its user.
  init(_ todos: [Todo], of users: [User], style: Style) {
    let names = Dictionary(users.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
    self.init(todos, names: names, style: style)
  }

  init(_ todos: [Todo], names: [User.ID: String], style: Style) {
    self.init(
      columns: [
        Column(title: "ID", isNumber: true),
        Column(title: "", style: { $0 == Mark.done.rawValue ? style.green($0) : $0 }),
        Column(title: "Title", isFlexible: true),
        Column(title: "User", isFlexible: true, style: style.dim),
      ],
      rows: todos.map { todo in
        [String(todo.id), Mark(todo).rawValue, todo.title, names[todo.userId] ?? String(todo.userId)]
      })
  }

  /// Makes a table of users, with city, company and email address.
  init(_ users: [User], style: Style) {
    self.init(
      columns: [
        Column(title: "ID", isNumber: true),
        Column(title: "Name"),
        Column(title: "City", isFlexible: true),
        Column(title: "Company", isFlexible: true),
        Column(title: "Email", style: style.dim),
      ],
      rows: users.map { [String($0.id), $0.name, $0.address.city, $0.company.name, $0.email] })
  }
}

/// The checkbox before a todo.
enum Mark: String {
  case open = "[ ]"
  case done = "[x]"

  init(_ todo: Todo) {
    self = todo.completed ? .done : .open
  }
}
