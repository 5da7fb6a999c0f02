/// The extent of the value after a name in text: a quoted string, a JSON array or object, or bare text.
///
/// A value whose end is in doubt extends further, so that too much is redacted rather than too little.
struct TextValue {
  let range: Range<Int>
  /// The quotation mark that opens the value, with the backslashes that escape it; nil for a bare value.
  let quote: ArraySlice<UInt8>?

  /// Finds the value after a separator. Reads at most `longest` bytes of it, for a caller that needs no more.
  init(_ bytes: [UInt8], after separator: Int, ofQuotedName isJSON: Bool, longest: Int = .max) {
    let isColon = bytes[separator] == UInt8(ascii: ":")
    var start = separator + 1
    // `=>` and `==` separate names and values in the notations of Ruby, PHP and others.
    while !isColon, start < bytes.count,
      bytes[start] == UInt8(ascii: ">") || bytes[start] == UInt8(ascii: "=")
    {
      start += 1
    }
    while start < bytes.count, isColon && isJSON ? Self.isSpace(bytes[start]) : Self.isBlank(bytes[start]) {
      start += 1
    }
    var mark = start
    while mark < bytes.count, bytes[mark] == UInt8(ascii: "\\") { mark += 1 }
    guard start < bytes.count else {
      (range, quote) = (start..<start, nil)
      return
    }
    let end = min(bytes.count - start, longest) + start
    if mark < end, Self.isQuote(bytes[mark]) {
      quote = bytes[start...mark]
      range =
        start..<Self.endOfString(bytes[..<end], from: mark + 1, quote: bytes[mark], escapes: mark - start)
      return
    }
    quote = nil
    if isColon, bytes[start] == UInt8(ascii: "{") || bytes[start] == UInt8(ascii: "[") {
      range = start..<Self.endOfGroup(bytes[..<end], from: start)
    } else if isColon {
      range =
        start..<(isJSON
        ? Self.endOfScalar(bytes[..<end], from: start) : Self.endOfLines(bytes[..<end], from: start))
    } else {
      range = start..<Self.endOfBare(bytes[..<end], from: start)
    }
  }

  /// The first 256 bytes of the value without quotes, their escapes decoded: enough for a name.
  func text(in bytes: [UInt8]) -> String {
    let margin = quote?.count ?? 0
    guard range.count >= 2 * margin else { return "" }
    return Unescaping.name(bytes[range.lowerBound + margin..<range.upperBound - margin].prefix(256))
  }
}

extension TextValue {
  /// The range of the credential after `start` and any blanks; nil if parameters or a sentence follow instead.
  static func credential(in bytes: [UInt8], from start: Int) -> Range<Int>? {
    let first = bytes[start...].firstIndex { !isBlank($0) } ?? bytes.count
    var end = first
    while end < bytes.count, isBase64URL(bytes[end]) || credentialMarks.contains(bytes[end]) { end += 1 }
    let text = bytes[first..<end]
    let padding = text.firstIndex(of: UInt8(ascii: "=")).map { text[$0...] } ?? []
    guard padding.allSatisfy({ $0 == UInt8(ascii: "=") }), !text.isEmpty else { return nil }
    if !padding.isEmpty, end < bytes.count, isQuote(bytes[end]) { return nil }
    return wordsAfterSchemes.contains { ASCII.equalIgnoringCase(text, lowercased: $0) } ? nil : first..<end
  }

  /// Words that follow the name of a scheme in a sentence, as in “bearer token”.
  private static let wordsAfterSchemes = [
    "token", "tokens", "auth", "authentication", "authorization", "credential", "credentials", "scheme",
    "realm", "is",
  ]

  private static let credentialMarks = ByteSet("+/.~=")

  /// The range of text around a percent sign up to the nearest separators, not before `earliest`.
  static func run(in bytes: [UInt8], around place: Int, from earliest: Int) -> Range<Int> {
    var (start, end) = (place, place)
    while start > earliest, !endsRun(bytes[start - 1]) { start -= 1 }
    while end < bytes.count, !endsRun(bytes[end]) { end += 1 }
    return start..<end
  }

  private static func endsRun(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "="), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<"),
      UInt8(ascii: ">"):
      true
    default: isSpace(byte)
    }
  }

  /// The range from `earliest` to the end of the JSON string that contains `place`.
  static func string(in bytes: [UInt8], around place: Int, from earliest: Int) -> Range<Int> {
    var (end, isEscaped) = (place, false)
    while end < bytes.count, isEscaped || bytes[end] != UInt8(ascii: "\"") {
      isEscaped = !isEscaped && bytes[end] == UInt8(ascii: "\\")
      end += 1
    }
    return earliest..<end
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte)
  }

  static func isBlank(_ byte: UInt8) -> Bool { ASCII.isWhitespace(byte) }

  static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }

  static func isBase64URL(_ byte: UInt8) -> Bool { base64URL.contains(byte) }

  /// True if an unquoted name may contain the byte.
  static func isNameByte(_ byte: UInt8) -> Bool { byte >= 0x80 || nameBytes.contains(byte) }

  private static let base64URL = ByteSet(ByteSet.alphanumeric, "-_")
  private static let nameBytes = ByteSet(ByteSet.alphanumeric, "-_.[]%+$@~*")
}
