import TodoAPI

extension Console {
  /// Prints the rows of a table, one per line.
  func print(_ table: Table) throws {
    for line in table.lines(width: width, style: style) { try print(line) }
  }

  /// Prints one todo after a change: `Done [x] 7  Water the basil`.
  func print(_ todo: Todo, _ word: String) throws {
    let mark = Mark(todo) == .done ? style.green(Mark.done.rawValue) : Mark.open.rawValue
    try print("\(word) \(mark) \(todo.id)  \(todo.title.printable)")
  }
}
