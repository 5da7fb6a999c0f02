/// Keeps text of a server on the line of a log that it is printed on.
enum OneLine {
  /// The text without secrets, on one line: for descriptions of values that a server sent.
  static func printable(_ text: String) -> String { self.text(Redaction.standard.text(text)) }

  /// The text with control characters, line separators and marks that change the direction of text replaced by spaces:
  /// a server could otherwise forge lines of a log, or clear the terminal that shows it.
  static func text(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { line.append(isUnsafe(scalar) ? " " : scalar) }
    return String(line)
  }

  static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

/// A value that `print`, `dump` and a debugger show by its description alone, because its parts may be secrets. The members are
/// public, so that they are those of public types, too.
protocol PrintedByDescription: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension PrintedByDescription {
  /// The text of `description`, without its secrets.
  public var debugDescription: String { description }
  /// The description alone, so that `dump` does not reveal secrets either.
  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
