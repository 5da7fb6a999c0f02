/// Comparing text the way HTTP does: without regard to the case of ASCII letters, and of nothing else.
enum ASCII {
  static func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }

  static func equalIgnoringCase(_ left: String, _ right: String) -> Bool {
    let (left, right) = (left.utf8, right.utf8)
    guard left.count == right.count else { return false }
    return zip(left, right).allSatisfy { lowercased($0) == lowercased($1) }
  }

  static func lowercased(_ text: String) -> String {
    guard text.utf8.contains(where: { lowercased($0) != $0 }) else { return text }
    return String(decoding: text.utf8.map(lowercased), as: UTF8.self)
  }

  static func isWhitespace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  /// `text` without the optional white space (RFC 9110 §5.6.3) at its ends.
  static func trimmed(_ text: Substring) -> Substring {
    let bytes = text.utf8
    guard let first = bytes.firstIndex(where: { !isWhitespace($0) }),
      let last = bytes.lastIndex(where: { !isWhitespace($0) })
    else { return text[text.endIndex...] }
    return text[first...last]
  }
}
