/// Sets JSON on lines, its members in the order they have. Text that is no JSON, or is cut off, comes out as far as it goes.
///
/// The result has at most ``longest`` bytes: white space must not turn a small, deeply nested body into megabytes of log.
enum JSONIndenter {
  /// Deeper levels are indented no further.
  private static let deepest = 16
  /// What comes out at most, in bytes; what is beyond is `…`.
  static let longest = 64 << 10

  /// The text with each member and element on a line of its own, indented by two spaces a level.
  static func indented(_ text: String) -> String {
    var result: [UInt8] = []
    var depth = 0
    var (inString, isEscaped) = (false, false)
    var previous = UInt8(ascii: " ")
    func newLine() {
      result.append(UInt8(ascii: "\n"))
      result += repeatElement(UInt8(ascii: " "), count: 2 * min(max(0, depth), deepest))
    }
    for byte in text.utf8 {
      guard result.count < longest else { return String(decoding: result, as: UTF8.self) + "…" }
      if inString {
        result.append(byte)
        inString = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        previous = byte
        continue
      }
      if TextValue.isSpace(byte) { continue }
      let isOpening = previous == UInt8(ascii: "{") || previous == UInt8(ascii: "[")
      switch byte {
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if !isOpening { newLine() }
        result.append(byte)
      case UInt8(ascii: ","):
        result.append(byte)
        newLine()
      case UInt8(ascii: ":"): result += ": ".utf8
      default:
        if isOpening { newLine() }
        result.append(byte)
        if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") { depth += 1 }
        inString = byte == UInt8(ascii: "\"")
      }
      previous = byte
    }
    return String(decoding: result, as: UTF8.self)
  }
}
