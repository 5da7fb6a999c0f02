/// Quoted strings in field values (RFC 9110 §5.6.4): splitting around them, adding and taking off quotes.
enum HTTPQuoting {
  /// The parts of `text` between separators that stand outside of quotes, without white space at their ends.
  static func split(_ text: String, at separator: Unicode.Scalar) -> [Substring] {
    var parts: [Substring] = []
    var rest = text[...]
    while let index = firstIndex(of: separator, in: rest) {
      parts.append(ASCII.trimmed(rest[..<index]))
      rest = rest[text.unicodeScalars.index(after: index)...]
    }
    parts.append(ASCII.trimmed(rest))
    return parts
  }

  /// Where the first separator is that stands outside of quotes; nil where there is none.
  static func firstIndex(of separator: Unicode.Scalar, in text: Substring) -> Substring.Index? {
    var (inQuotes, escaped) = (false, false)
    for (index, character) in zip(text.unicodeScalars.indices, text.unicodeScalars) {
      if escaped {
        escaped = false
      } else if inQuotes && character == "\\" {
        escaped = true
      } else if character == "\"" {
        inQuotes.toggle()
      } else if character == separator && !inQuotes {
        return index
      }
    }
    return nil
  }

  /// Whether every quote that opens is closed.
  static func isClosed(_ text: String) -> Bool {
    var (inQuotes, escaped) = (false, false)
    for byte in text.utf8 {
      if escaped {
        escaped = false
      } else if inQuotes && byte == UInt8(ascii: "\\") {
        escaped = true
      } else if byte == UInt8(ascii: "\"") {
        inQuotes.toggle()
      }
    }
    return !inQuotes
  }

  /// What a token or a quoted string says; nil where it is neither.
  static func unquoted(_ text: Substring) -> String? {
    var rest = text.unicodeScalars
    guard rest.popFirst() == "\"" else { return Token.isValid(text) ? String(text) : nil }
    var result = ""
    while let character = rest.popFirst() {
      switch character {
      case "\"": return rest.isEmpty ? result : nil
      case "\\":
        guard let escaped = rest.popFirst() else { return nil }
        result.unicodeScalars.append(escaped)
      default: result.unicodeScalars.append(character)
      }
    }
    return nil
  }

  /// `value` as it is where it is a token, in quotes where it is not.
  static func quotedIfNeeded(_ value: String) -> String {
    Token.isValid(value) ? value : quoted(value)
  }

  /// `value` in quotes.
  static func quoted(_ value: String) -> String {
    var result = "\""
    for character in value.unicodeScalars {
      if character == "\"" || character == "\\" { result += "\\" }
      result.unicodeScalars.append(character)
    }
    return result + "\""
  }
}
