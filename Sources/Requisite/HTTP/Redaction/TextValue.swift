/// The extent of the value after a name in text: a quoted string, a JSON array or object, or bare text.
///
/// A value whose end is in doubt extends further, so that too much is redacted rather than too little.
struct TextValue {
  let range: Range<Int>
  /// The quotation mark that opens the value, with the backslashes that escape it; nil for a bare value.
  let quote: ArraySlice<UInt8>?

  /// Finds the value after a separator. Reads at most `longest` bytes of it, for a caller that needs no more.
  ///
  /// - Parameter indent: The indentation of a name that begins a line. The rest of the line is the value in `name = …` of
  ///   an INI file, and in `name: …` the lines below that are indented further.
  init(
    _ bytes: [UInt8], after separator: Int, ofQuotedName isJSON: Bool, indent: Int? = nil,
    longest: Int = .max
  ) {
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
    // The letter before a string of Python, as in `b'…'`.
    if mark == start, mark + 1 < bytes.count, Self.isLetter(bytes[mark]), Self.isQuote(bytes[mark + 1]) {
      start += 1
      mark += 1
    }
    let end = min(bytes.count - start, longest) + start
    if !isColon, let dump = Self.dump(bytes[..<end], from: start) {
      (range, quote) = (dump, nil)
      return
    }
    if mark < end, Self.isQuote(bytes[mark]) {
      quote = bytes[start...mark]
      if let closing = Self.endOfTripleQuoted(bytes[..<end], from: start) {
        range = start..<closing
        return
      }
      range =
        start..<Self.endOfString(bytes[..<end], from: mark + 1, quote: bytes[mark], escapes: mark - start)
      return
    }
    quote = nil
    if isColon || start > separator + 1,
      bytes[start] == UInt8(ascii: "{") || bytes[start] == UInt8(ascii: "[")
    {
      range = start..<Self.endOfGroup(bytes[..<end], from: start)
    } else if isColon {
      range =
        start..<(isJSON
        ? Self.endOfScalar(bytes[..<end], from: start)
        : Self.endOfBlock(bytes[..<end], from: start, indent: indent))
    } else {
      let isINI = indent != nil && Self.isBlank(bytes[separator - 1]) && start > separator + 1
      range =
        start..<(isINI
        ? Self.endOfLine(bytes[..<end], from: start) : Self.endOfBare(bytes[..<end], from: start))
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
    if first < bytes.count, isQuote(bytes[first]) {
      let end = endOfString(bytes[...], from: first + 1, quote: bytes[first], escapes: 0)
      return isUnlikeWord(bytes[first..<end]) ? first..<end : nil
    }
    var end = first
    while end < bytes.count, isBase64URL(bytes[end]) || credentialMarks.contains(bytes[end]) { end += 1 }
    let text = bytes[first..<end]
    let padding = text.firstIndex(of: UInt8(ascii: "=")).map { text[$0...] } ?? []
    guard padding.allSatisfy({ $0 == UInt8(ascii: "=") }), !text.isEmpty else { return nil }
    if !padding.isEmpty, end < bytes.count, isQuote(bytes[end]) { return nil }
    return wordsAfterSchemes.contains { ASCII.equalIgnoringCase(text, lowercased: $0) } ? nil : first..<end
  }

  /// The range of an argument after `start` and any blanks: a quoted string, or the bytes up to a blank without the
  /// punctuation of a sentence; nil at the end of the text or before a tag.
  static func argument(in bytes: [UInt8], from start: Int) -> Range<Int>? {
    guard let first = bytes[start...].firstIndex(where: { !isBlank($0) }), !isSpace(bytes[first]) else {
      return nil
    }
    if isQuote(bytes[first]) {
      return first..<endOfString(bytes[...], from: first + 1, quote: bytes[first], escapes: 0)
    }
    var text = bytes[first...].prefix { !isSpace($0) && !isQuote($0) && !separators.contains($0) }
    while let last = text.last, punctuation.contains(last) { text.removeLast() }
    return text.isEmpty ? nil : first..<text.endIndex
  }

  /// True if the text cannot be a word of a sentence: at least six letters and digits, some of each.
  static func isUnlikeWord(_ text: ArraySlice<UInt8>) -> Bool {
    text.count >= 6 && text.contains(where: isLetter) && text.contains(where: ASCII.isDigit)
      && !text.contains { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }
  }

  private static let separators = ByteSet("<>")
  private static let punctuation = ByteSet(".,;:!?)")

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

  static func isListMark(_ byte: UInt8) -> Bool { isBlank(byte) || byte == UInt8(ascii: "-") }

  static func isBlank(_ byte: UInt8) -> Bool { ASCII.isWhitespace(byte) }

  static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }

  static func isBase64URL(_ byte: UInt8) -> Bool { base64URL.contains(byte) }

  /// True if an unquoted name may contain the byte.
  static func isNameByte(_ byte: UInt8) -> Bool { byte >= 0x80 || nameBytes.contains(byte) }

  private static let base64URL = ByteSet(ByteSet.alphanumeric, "-_")
  private static let nameBytes = ByteSet(ByteSet.alphanumeric, "-_.[]%+$@~*")
}
