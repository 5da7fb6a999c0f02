/// Lays out JSON texts for people.
package enum JSONText {
  /// Writes each member and element on a line of its own, indented by two spaces a level, 16 levels at most. Keeps the
  /// order of members and repeated keys.
  ///
  /// White space must not turn a small, deeply nested text into megabytes, so beyond `longest` bytes the result is cut off
  /// with `…`.
  ///
  /// - Returns: nil if the text is not JSON.
  package static func indented(_ text: String, upTo longest: Int) -> String? {
    var text = text
    do { return try text.withUTF8 { try Rewriter.indented($0, upTo: longest) } } catch { return nil }
  }
}
