/// Leaves the values of secret members out of JSON, whole or cut off anywhere.
///
/// It reads no more of JSON than it needs: strings, and what stands behind a name. Text that is no JSON comes out
/// as it went in.
struct JSONRedactor {
  private let redaction: Redaction

  init(_ redaction: Redaction) {
    self.redaction = redaction
  }

  func redacted(_ text: String) -> String {
    var rest = Substring(text)
    var result = ""
    while let quote = rest.utf8.firstIndex(of: UInt8(ascii: "\"")) {
      result += rest[..<quote]
      rest = rest[quote...]
      let string = Self.takeString(&rest)
      result += string
      guard let space = Self.takeColon(&rest) else { continue }
      result += space
      guard redaction.hidesValue(of: string.filter { $0 != "\"" }) else { continue }
      Self.dropValue(&rest)
      result += "\"\(Redaction.mark)\""
    }
    return result + rest
  }

  /// The string at the beginning, quotes included, as far as it goes.
  private static func takeString(_ text: inout Substring) -> String {
    var escaped = false
    let end = text.utf8.indices.dropFirst().first { index in
      defer { escaped = !escaped && text.utf8[index] == UInt8(ascii: "\\") }
      return !escaped && text.utf8[index] == UInt8(ascii: "\"")
    }
    let next = end.map { text.utf8.index(after: $0) } ?? text.endIndex
    defer { text = text[next...] }
    return String(text[..<next])
  }

  /// The colon that makes a name of the string before it, with the space around; nil where there is none.
  private static func takeColon(_ text: inout Substring) -> String? {
    let isSpace: (Character) -> Bool = { $0 == " " || $0.isNewline || $0 == "\t" }
    let colon = text.drop(while: isSpace)
    guard colon.first == ":" else { return nil }
    let value = colon.dropFirst().drop(while: isSpace)
    defer { text = value }
    return String(text[..<value.startIndex])
  }

  /// Passes over one value: a string, or all up to the comma or bracket that ends it.
  private static func dropValue(_ text: inout Substring) {
    if text.first == "\"" {
      _ = takeString(&text)
      return
    }
    var depth = 0
    while let character = text.first {
      switch character {
      case "\"":
        _ = takeString(&text)
        continue
      case "{", "[": depth += 1
      case "}", "]":
        if depth == 0 { return }
        depth -= 1
        if depth == 0 {
          text.removeFirst()
          return
        }
      case ",": if depth == 0 { return }
      default: break
      }
      text.removeFirst()
    }
  }
}
