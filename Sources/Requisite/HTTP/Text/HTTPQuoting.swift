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

  /// The index of the first separator outside of quotes; nil if the text has none.
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

  /// The text of a token or a quoted string; nil for anything else.
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

  /// The name and the value of `name=value` or `name="value"`, white space allowed around the sign; nil for anything else.
  static func parameter(_ text: Substring) -> (name: String, value: String)? {
    let sides = ASCII.nameAndValue(text)
    let name = ASCII.trimmed(sides.name)
    guard Token.isValid(name), let value = sides.value.flatMap({ unquoted(ASCII.trimmed($0)) }) else {
      return nil
    }
    return (String(name), value)
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

/// What RFC 9110 calls a token (§5.6.2): the alphabet of methods and field names.
enum Token {
  /// Whether `text` is one token: at least one character, and none outside of the alphabet.
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
