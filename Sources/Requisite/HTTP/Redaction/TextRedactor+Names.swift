// Names and their values.
extension TextRedactor {
  private static let longestName = 256

  mutating func value(after separator: Int) -> Int {
    guard let name = name(before: separator) else { return separator + 1 }
    if tag != nil { noteAttribute(name, at: separator) }
    let isHidden = name.isSecret || (name.judgement.isWordForValue && hidesNamedValue())
    if name.judgement.isWordForName { naming = (separator, name.isQuoted) }
    // The end of a value may be far, and values contain values: only that of a secret is looked for, and then skipped.
    guard isHidden else { return separator + 1 }
    let value = TextValue(
      bytes, after: dumpSeparator(after: separator), ofQuotedName: name.isQuoted, indent: indent(of: name))
    guard !value.range.isEmpty else { return separator + 1 }
    if name.text.utf8.count >= 13, value.quote == nil, bytes[value.range].allSatisfy(TextValue.isLetter),
      ASCII.equalIgnoringCase(Array(name.text.utf8.suffix(13))[...], lowercased: "authorization"),
      let credential = TextValue.credential(in: bytes, from: value.range.upperBound)
    {
      return leaveOut(value.range.lowerBound..<credential.upperBound)
    }
    return leaveOut(value.range, quote: value.quote ?? (name.isQuoted ? [UInt8(ascii: "\"")] : []))
  }

  /// The number of bytes before the name in its line, if they are blanks and the hyphens of a list; otherwise nil.
  private func indent(of name: Name) -> Int? {
    guard !name.isQuoted else { return nil }
    let line = bytes.startOfRow(before: name.start, of: TextValue.isListMark)
    return line == 0 || bytes[line - 1] == UInt8(ascii: "\n") ? name.start - line : nil
  }

  mutating func forgetNames() { (hidesNextValue, naming) = (false, nil) }

  /// True if the last member that can name another names a secret. Only the start of the name is read.
  mutating func hidesNamedValue() -> Bool {
    if let (separator, isQuoted) = naming {
      let name = TextValue(bytes, after: separator, ofQuotedName: isQuoted, longest: 64).text(in: bytes)
      (hidesNextValue, naming) = (names.redaction.hidesValue(of: name), nil)
    }
    return hidesNextValue
  }

  struct Name {
    let judgement: JudgedNames.Judgement
    /// The offset of the first byte of the name, or of its quotation mark.
    let start: Int
    let isQuoted: Bool
    /// True for a word of a sentence, such as `key` in `duplicate key: email`.
    var isProse = false
    /// True if the last word of a label, such as `Verification code: …`, makes its value a secret.
    var isLabel = false

    /// The name without its escapes.
    var text: String { judgement.name }
    /// True if the value is redacted.
    var isSecret: Bool { isLabel || judgement.isSecret && !isProse }
  }

  /// The name before a separator, which white space may follow; nil if no name precedes it.
  func name(before separator: Int) -> Name? {
    var end = bytes.startOfRow(before: separator, of: TextValue.isSpace)
    guard end > 0 else { return nil }
    // `["password"] =>`, as programs in PHP, JavaScript and Python write members.
    if end > 1, bytes[end - 1] == UInt8(ascii: "]"), TextValue.isQuote(bytes[end - 2]) { end -= 1 }
    let quote = bytes[end - 1]
    if TextValue.isQuote(quote) {
      let last = bytes.startOfRow(before: end - 1) { $0 == UInt8(ascii: "\\") }
      let first = bytes.startOfRow(before: last, longest: Self.longestName) { $0 != quote }
      let text = String(decoding: bytes[first..<last], as: UTF8.self)
      return Name(judgement: names[text], start: first - 1, isQuoted: true)
    }
    let first = bytes.startOfRow(before: end, longest: Self.longestName, of: TextValue.isNameByte)
    guard first < end else { return nil }
    let text = String(decoding: bytes[first..<end], as: UTF8.self)
    var name = Name(judgement: names[text], start: first, isQuoted: false)
    guard name.judgement.endsLabel, bytes[separator] == UInt8(ascii: ":") else { return name }
    let before = bytes.startOfRow(before: first, of: TextValue.isBlank)
    guard before > 0, before < first else { return name }
    let word = bytes[bytes.startOfRow(before: before, longest: 32, of: TextValue.isNameByte)..<before]
    name.isLabel = names.isLabel(String(decoding: word, as: UTF8.self), name.text)
    name.isProse = !name.isLabel && ASCII.equalIgnoringCase(name.text, "key")
    return name
  }
}

extension [UInt8] {
  /// The offset of the first byte of the row before `end` whose bytes are of a kind, of at most `longest` bytes.
  func startOfRow(before end: Int, longest: Int = .max, of isMember: (UInt8) -> Bool) -> Int {
    let earliest = end > longest ? end - longest : 0
    var start = end
    while start > earliest, isMember(self[start - 1]) { start -= 1 }
    return start
  }
}
