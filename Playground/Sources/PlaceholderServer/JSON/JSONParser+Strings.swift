extension JSONParser {
  mutating func string() throws(JSONSyntaxError) -> String {
    try expect("\"")
    var text = ""
    while true {
      text += plainRun()
      guard let next = peek else { throw error("The text ends inside a string") }
      switch next {
      case "\"":
        position += 1
        return text
      case "\\": text.unicodeScalars.append(try escape())
      default: throw error("A control character in a string must be escaped")
      }
    }
  }

  private mutating func plainRun() -> String {
    let start = position
    while position < bytes.count, bytes[position] >= 0x20, !#""\"#.utf8.contains(bytes[position]) {
      position += 1
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func escape() throws(JSONSyntaxError) -> Unicode.Scalar {
    position += 1
    guard let name = peek else { throw error("The text ends inside a string") }
    position += 1
    switch name {
    case "\"", "\\", "/": return name
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u": return try unicodeEscape()
    default: throw error("There is no escape \\\(name)")
    }
  }

  /// The four hex digits after `\u`, with a second escape where the first is half of a surrogate pair.
  private mutating func unicodeEscape() throws(JSONSyntaxError) -> Unicode.Scalar {
    let first = try hexDigits()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard take("\\"), take("u") else { throw error("Half of a surrogate pair stands alone") }
    let second = try hexDigits()
    guard (0xD800..<0xDC00).contains(first), (0xDC00..<0xE000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw error("Half of a surrogate pair stands alone") }
    return scalar
  }

  private mutating func hexDigits() throws(JSONSyntaxError) -> UInt32 {
    let digits = bytes[position...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw error("Four hex digits are expected") }
    position += 4
    return value
  }
}
