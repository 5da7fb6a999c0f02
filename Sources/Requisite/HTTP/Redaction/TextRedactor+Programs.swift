// Names and values in the notations of PHP and Python.
extension TextRedactor {
  /// The separator before the value of a member of an object as PHP's `var_dump` writes it,
  /// `["password":protected]=>`; any other separator is returned unchanged.
  func dumpSeparator(after separator: Int) -> Int {
    guard bytes[separator] == UInt8(ascii: ":") else { return separator }
    let rest = bytes[separator...].prefix(256).drop { $0 != UInt8(ascii: "]") && !TextValue.isSpace($0) }
    return rest.starts(with: "]=>".utf8) ? rest.startIndex + 1 : separator
  }

  /// Redacts the value after a name as PHP's `serialize` writes both, `s:8:"password";s:6:"secret";`.
  mutating func serialized(after place: Int) -> Int {
    guard place > 0, TextValue.isQuote(bytes[place - 1]), place + 2 < bytes.count,
      TextValue.isLetter(bytes[place + 1]), bytes[place + 2] == UInt8(ascii: ":"),
      let name = name(before: place), name.isSecret
    else { return place + 1 }
    let rest = bytes[(place + 1)...]
    let head = rest.prefix(64).prefix { Self.isTypeOrCount($0) }
    let escapes = bytes[head.endIndex...].prefix { $0 == UInt8(ascii: "\\") }.count
    let mark = head.endIndex + escapes
    guard mark < bytes.count else { return leaveOut(rest.startIndex..<bytes.count) }
    if TextValue.isQuote(bytes[mark]) {
      let end = TextValue.endOfString(bytes[...], from: mark + 1, quote: bytes[mark], escapes: escapes)
      let digits = head.dropFirst(2).dropLast()
      let count = escapes > 0 ? 0 : Int(String(decoding: digits.prefix(9), as: UTF8.self)) ?? 0
      return leaveOut(rest.startIndex..<max(end, min(mark + count + 2, bytes.count)))
    }
    let isGroup = bytes[mark] == UInt8(ascii: "{")
    return leaveOut(rest.startIndex..<(isGroup ? TextValue.endOfGroup(bytes[...], from: mark) : mark))
  }

  private static func isTypeOrCount(_ byte: UInt8) -> Bool {
    TextValue.isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
      || byte == UInt8(ascii: "-")
  }

  /// Redacts the second of two strings in brackets whose first is a secret name, as in `('X-Api-Key', 'secret')`.
  mutating func pair(at place: Int) -> Int {
    guard place > 0, TextValue.isQuote(bytes[place - 1]), let name = name(before: place), name.start > 0,
      name.isSecret
    else { return place + 1 }
    // The letter before a string of Python, as in `b'…'`, and backslashes.
    let isPrefix = { (byte: UInt8) in TextValue.isLetter(byte) || byte == UInt8(ascii: "\\") }
    let before = bytes[..<name.start].suffix(4).last { !isPrefix($0) }
    guard before == UInt8(ascii: "(") || before == UInt8(ascii: "["),
      let first = bytes[(place + 1)...].firstIndex(where: { !TextValue.isBlank($0) && !isPrefix($0) }),
      TextValue.isQuote(bytes[first])
    else { return place + 1 }
    let escapes = first - bytes.startOfRow(before: first) { $0 == UInt8(ascii: "\\") }
    let end = TextValue.endOfString(bytes[...], from: first + 1, quote: bytes[first], escapes: escapes)
    let closing = bytes[end...].first { !TextValue.isBlank($0) }
    guard closing == nil || closing == UInt8(ascii: ")") || closing == UInt8(ascii: "]") else {
      return place + 1
    }
    return leaveOut(first - escapes..<end, quote: bytes[(first - escapes)...first])
  }
}
