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
    guard digits.count == 2, let high = digits.first.flatMap(Hexadecimal.digit),
      let low = digits.last.flatMap(Hexadecimal.digit)
    else { return nil }
    return high << 4 | low
  }
}
