import TodoAPI

extension Console {
  /// The rows of a table, one a line.
  func print(_ table: Table) {
    for line in table.lines(width: width, style: style) { print(line) }
  }

  /// One todo in a line, as after a change: `[x] 7  Water the basil`.
  func print(_ todo: Todo, _ word: String) {
    let mark = Mark(todo) == .done ? style.green(Mark.done.rawValue) : Mark.open.rawValue
    print("\(word) \(mark) \(todo.id)  \(todo.title.printable)")
  }
}
