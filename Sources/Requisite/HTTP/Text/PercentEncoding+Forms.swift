extension PercentEncoding {
  /// The names and values of a form or a query, by the parser of the WHATWG URL standard
  /// (application/x-www-form-urlencoded parsing); the value is nil where the name stands without `=`.
  static func formItems(of text: String) -> [(name: String, value: String?)] {
    text.utf8.split(separator: UInt8(ascii: "&")).map { part in
      guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else { return (decodedForm(part), nil) }
      return (decodedForm(part[..<equals]), decodedForm(part[part.index(after: equals)...]))
    }
  }

  /// The bytes as text: `+` is a space, an escape that is none stands for itself, and what is no UTF-8 becomes
  /// U+FFFD.
  private static func decodedForm(_ bytes: Substring.UTF8View) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "+") {
        result.append(UInt8(ascii: " "))
      } else if byte == UInt8(ascii: "%"), let escaped = escapedByte(rest.prefix(2)) {
        result.append(escaped)
        rest = rest.dropFirst(2)
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func escapedByte(_ digits: Substring.UTF8View) -> UInt8? {
    guard digits.count == 2, let high = digits.first.flatMap(digit), let low = digits.last.flatMap(digit)
    else { return nil }
    return high << 4 | low
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
