/// Decodes the escapes of URLs and JSON strings.
enum Unescaping {
  /// A name with its JSON and percent escapes decoded, through up to three layers of escaping.
  static func name(_ bytes: ArraySlice<UInt8>) -> String {
    var text = String(decoding: bytes, as: UTF8.self)
    for _ in 0..<3 {
      let (isJSON, isPercent) = (
        text.utf8.contains(UInt8(ascii: "\\")), text.utf8.contains(UInt8(ascii: "%"))
      )
      guard isJSON || isPercent else { break }
      let before = text
      if isJSON { text = json(Array(text.utf8)[...]) }
      if isPercent { text = PercentEncoding.decoded(text.utf8, plusIsSpace: false) }
      if text.utf8.elementsEqual(before.utf8) { break }
    }
    return text
  }

  /// The inside of a JSON string with its escapes decoded. Each half of a surrogate pair becomes U+FFFD; the backslash of
  /// an unknown or invalid escape is dropped.
  static func json(_ bytes: ArraySlice<UInt8>) -> String {
    var result = String.UnicodeScalarView()
    var plain = bytes.startIndex
    var place = bytes.startIndex
    while place < bytes.endIndex {
      guard bytes[place] == UInt8(ascii: "\\"), place + 1 < bytes.endIndex else {
        place += 1
        continue
      }
      result.append(contentsOf: String(decoding: bytes[plain..<place], as: UTF8.self).unicodeScalars)
      if bytes[place + 1] == UInt8(ascii: "u"), let value = number(bytes, from: place + 2) {
        result.append(Unicode.Scalar(value) ?? "\u{FFFD}")
        place += 6
      } else {
        result.append(controls[bytes[place + 1]] ?? Unicode.Scalar(bytes[place + 1]))
        place += 2
      }
      plain = place
    }
    result.append(contentsOf: String(decoding: bytes[plain...], as: UTF8.self).unicodeScalars)
    return String(result)
  }

  private static let controls: [UInt8: Unicode.Scalar] = [
    UInt8(ascii: "n"): "\n", UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t", UInt8(ascii: "b"): "\u{8}",
    UInt8(ascii: "f"): "\u{C}",
  ]

  /// The number that four hexadecimal digits at `start` represent; nil if there are no four digits.
  private static func number(_ bytes: ArraySlice<UInt8>, from start: Int) -> UInt32? {
    guard start + 4 <= bytes.endIndex else { return nil }
    var value: UInt32 = 0
    for byte in bytes[start..<start + 4] {
      guard let digit = Hexadecimal.digit(byte) else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}
