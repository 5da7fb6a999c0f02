import ArgumentParser

/// A todo without a title cannot be read in any list.
enum TitleRule {
  static func check(_ title: String) throws {
    guard title.contains(where: { !$0.isWhitespace }) else { throw ValidationError("The title is empty.") }
  }
}
