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
      guard redaction.hidesValue(of: Self.name(string)) else { continue }
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

  /// What a name in quotes says, its escapes undone.
  private static func name(_ string: String) -> String {
    if string.utf8.contains(UInt8(ascii: "\\")) {
      // What is no string of JSON is taken as it is written.
      do { return try JSONDecoder().decode(String.self, from: Data(string.utf8)) } catch {}
    }
    return string.trimmingCharacters(in: ["\""])
  }

  /// The colon that makes a name of the string before it, with the space around; nil where there is none.
  private static func takeColon(_ text: inout Substring) -> String? {
    let isSpace: (Unicode.Scalar) -> Bool = { $0.properties.isWhitespace }
    let colon = text.unicodeScalars.drop(while: isSpace)
    guard colon.first == ":" else { return nil }
    let value = colon.dropFirst().drop(while: isSpace)
    defer { text = text[value.startIndex...] }
    return String(text[..<value.startIndex])
  }

  /// Passes over one value: a string, or all up to the comma or bracket that ends it. Scalar by scalar: a combining
  /// mark behind a quote makes one character of both.
  private static func dropValue(_ text: inout Substring) {
    if text.unicodeScalars.first == "\"" {
      _ = takeString(&text)
      return
    }
    var depth = 0
    while let character = text.unicodeScalars.first {
      switch character {
      case "\"":
        _ = takeString(&text)
        continue
      case "{", "[": depth += 1
      case "}", "]":
        if depth == 0 { return }
        depth -= 1
        if depth == 0 {
          text.unicodeScalars.removeFirst()
          return
        }
      case ",": if depth == 0 { return }
      default: break
      }
      text.unicodeScalars.removeFirst()
    }
  }
}
