import ArgumentParser

/// The rule that a title has a visible character: a todo without one cannot be found in a list.
enum TitleRule {
  static func check(_ title: String) throws {
    guard title.contains(where: { !$0.isWhitespace }) else { throw ValidationError("The title is empty.") }
  }
}
