/// Quoted strings in field values (RFC 9110 §5.6.4): splits around them, adds quotes and removes them.
enum HTTPQuoting {
  /// The parts of `text` between separators outside of quotes, with white space trimmed. Empty parts are kept.
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

  /// The index of the first separator outside of quotes; nil if there is no such separator.
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

  /// True if every opening quote has a closing one.
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

  /// The text of a token, or of a quoted string without its quotes and escapes; nil for other text.
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

  /// Parses `name=value` or `name="value"`, with optional white space around the equals sign. Returns nil for other text.
  static func parameter(_ text: Substring) -> (name: String, value: String)? {
    let sides = ASCII.nameAndValue(text)
    let name = ASCII.trimmed(sides.name)
    guard Token.isValid(name), let value = sides.value.flatMap({ unquoted(ASCII.trimmed($0)) }) else {
      return nil
    }
    return (String(name), value)
  }

  /// `value` unchanged if it is a token, otherwise as a quoted string.
  static func quotedIfNeeded(_ value: String) -> String {
    Token.isValid(value) ? value : quoted(value)
  }

  /// `value` as a quoted string, with its quotes and backslashes escaped.
  static func quoted(_ value: String) -> String {
    var result = "\""
    for character in value.unicodeScalars {
      if character == "\"" || character == "\\" { result += "\\" }
      result.unicodeScalars.append(character)
    }
    return result + "\""
  }
}

/// A token of HTTP, the syntax of methods and field names (RFC 9110 §5.6.2).
enum Token {
  /// True if `text` is a token: not empty, with only the characters that RFC 9110 allows.
  static func isValid(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy(isTokenByte)
  }

  static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"),
      UInt8(ascii: "%"), UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"),
      UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"),
      UInt8(ascii: "|"), UInt8(ascii: "~"):
      true
    default:
      false
    }
  }
}
