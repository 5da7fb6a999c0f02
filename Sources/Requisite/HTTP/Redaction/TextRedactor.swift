/// Redacts secrets in text of any kind: JSON, forms, URLs, cookies, XML, tables and log lines, complete or truncated anywhere.
///
/// The redactor scans the bytes once and stops where a value can begin: after `=` and `:`, in a tag, after `//`, and after
/// the name of an authentication scheme. The name before a value decides. Quotes need not be balanced, so the redactor also
/// handles truncated or malformed text and JSON within a JSON string. A secret without an end is redacted to the end of
/// the text. A text that is JSON as a whole goes through ``JSONRedactor`` first.
///
/// The work is linear in the size of the text: each byte is read a small, fixed number of times.
struct TextRedactor {
  /// How many layers of escapes are decoded: `%253D` is an equals sign that was escaped twice.
  static let deepest = 3
  private static let longestName = 256

  let redaction: Redaction
  let bytes: [UInt8]
  /// The offset of the last `>`, so that tags without an end are not searched for one again and again; -1 without one.
  private(set) lazy var lastTagEnd = bytes.lastIndex(of: UInt8(ascii: ">")) ?? -1
  let depth: Int
  private var output: [UInt8] = []
  /// The offset up to which the bytes were copied to the output or redacted.
  private(set) var copied = 0
  /// The offset up to which the bytes were searched with their escapes decoded.
  var unescapedUntil = 0
  private(set) var lastQuote = -1
  /// True after a member that names a secret, as in `{"name": "password", "value": …}`: the `value` after it is redacted.
  private var hidesNextValue = false
  /// Where the value of the last such member begins, until it is known whether that names a secret.
  private(set) var naming: (separator: Int, isQuoted: Bool)?
  /// The tag that the last `<` begins; nil after its end.
  var tag: Tag?
  let isAuthorizationFlow: Bool
  var names: JudgedNames

  private init(_ redaction: Redaction, _ text: String, depth: Int, isAuthorizationFlow: Bool) {
    self.redaction = redaction
    bytes = Array(text.utf8)
    self.depth = depth
    self.isAuthorizationFlow = isAuthorizationFlow
    names = JudgedNames(redaction, isAuthorizationFlow: isAuthorizationFlow)
  }

  /// The text with its secrets redacted. Returns nil if there is nothing to redact.
  static func redacted(
    _ text: String, by redaction: Redaction, depth: Int = 0, isAuthorizationFlow: Bool? = nil
  ) -> String? {
    guard !redaction.isRevealing else { return nil }
    // Decided for the whole text, because the names that identify a flow may themselves be redacted as part of a secret.
    let isFlow = isAuthorizationFlow ?? AuthorizationFlow.isIn(text)
    let members = JSONRedactor.redacted(text, by: redaction, isAuthorizationFlow: isFlow)
    let cells = members == nil ? TableRedactor.redacted(text, by: redaction) : nil
    var redactor = TextRedactor(
      redaction, members ?? cells ?? text, depth: depth, isAuthorizationFlow: isFlow)
    return redactor.run() ?? members ?? cells
  }

  /// Scans all bytes. Returns nil if nothing was redacted.
  private mutating func run() -> String? {
    var place = 0
    while place < bytes.count { place = max(step(at: place), place + 1) }
    closeTag(at: bytes.count)
    guard copied > 0 else { return nil }
    output += bytes[copied...]
    return String(decoding: output, as: UTF8.self)
  }

  /// Handles one byte and what begins there. Returns the offset to continue at.
  private mutating func step(at place: Int) -> Int {
    switch bytes[place] {
    case UInt8(ascii: "="), UInt8(ascii: ":"): return value(after: place)
    case UInt8(ascii: "/"): return userInfo(at: place)
    case UInt8(ascii: "<"):
      tag = Tag(start: place)
      return element(at: place)
    case UInt8(ascii: ">"): return tagEnd(at: place)
    case UInt8(ascii: ";"): return serialized(after: place)
    case UInt8(ascii: ","): return pair(at: place)
    case UInt8(ascii: "A"): return accessKey(at: place)
    case UInt8(ascii: "-"): return privateKey(at: place)
    case UInt8(ascii: "_"): return serviceToken(at: place)
    case UInt8(ascii: " "), UInt8(ascii: "\t"): return credential(after: place)
    case UInt8(ascii: "e"): return webToken(at: place)
    case UInt8(ascii: "%"), UInt8(ascii: "\\"): return escapes(at: place)
    case UInt8(ascii: "\""): lastQuote = place
    case UInt8(ascii: "{"), UInt8(ascii: "}"): forgetNames()
    default: break
    }
    return place + 1
  }

  /// Replaces a range of bytes by the mark, between quotes if given. Returns the end of the range.
  mutating func leaveOut(_ range: Range<Int>, quote: ArraySlice<UInt8> = []) -> Int {
    guard range.lowerBound >= copied else { return range.upperBound }
    output += bytes[copied..<range.lowerBound]
    output += quote
    output += Redaction.mark.utf8
    output += quote
    copied = range.upperBound
    return copied
  }

  /// Removes a range of bytes without leaving a mark.
  mutating func drop(_ range: Range<Int>) {
    guard range.lowerBound >= copied else { return }
    output += bytes[copied..<range.lowerBound]
    copied = range.upperBound
  }
}

// Names and their values.
extension TextRedactor {
  private mutating func value(after separator: Int) -> Int {
    guard let name = name(before: separator) else { return separator + 1 }
    if tag != nil { noteAttribute(name.text, at: separator) }
    let isHidden = hides(name) || (SecretName.isWordForValue(name.text) && hidesNamedValue())
    if SecretName.isWordForName(name.text) { naming = (separator, name.isQuoted) }
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
    let line = bytes[..<name.start].reversed().firstIndex { !TextValue.isListMark($0) }?.base ?? 0
    return line == 0 || bytes[line - 1] == UInt8(ascii: "\n") ? name.start - line : nil
  }

  mutating func forgetNames() { (hidesNextValue, naming) = (false, nil) }

  /// True if the last member that can name another names a secret. Only the start of the name is read.
  mutating func hidesNamedValue() -> Bool {
    if let (separator, isQuoted) = naming {
      let name = TextValue(bytes, after: separator, ofQuotedName: isQuoted, longest: 64).text(in: bytes)
      (hidesNextValue, naming) = (redaction.hidesValue(of: name), nil)
    }
    return hidesNextValue
  }

  mutating func hides(_ name: Name) -> Bool {
    name.isLabel || names.hides(name.text) && !name.isProse
  }

  struct Name {
    let text: String
    /// The offset of the first byte of the name, or of its quotation mark.
    let start: Int
    let isQuoted: Bool
    /// True for a word of a sentence, such as `key` in `duplicate key: email`.
    var isProse = false
    /// True if the last word of a label, such as `Verification code: …`, makes its value a secret.
    var isLabel = false
  }

  /// The name before a separator, which white space may follow; nil if no name precedes it.
  func name(before separator: Int) -> Name? {
    var end = separator
    while end > 0, TextValue.isSpace(bytes[end - 1]) { end -= 1 }
    guard end > 0 else { return nil }
    // `["password"] =>`, as programs in PHP, JavaScript and Python write members.
    if end > 1, bytes[end - 1] == UInt8(ascii: "]"), TextValue.isQuote(bytes[end - 2]) { end -= 1 }
    let quote = bytes[end - 1]
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      var last = end - 1
      while last > 0, bytes[last - 1] == UInt8(ascii: "\\") { last -= 1 }
      let earliest = max(0, last - Self.longestName)
      var first = last
      while first > earliest, bytes[first - 1] != quote { first -= 1 }
      return Name(text: Unescaping.name(bytes[first..<last]), start: first - 1, isQuoted: true)
    }
    var first = end
    let earliest = max(0, end - Self.longestName)
    while first > earliest, TextValue.isNameByte(bytes[first - 1]) { first -= 1 }
    guard first < end else { return nil }
    let text = Unescaping.name(bytes[first..<end])
    let plain = Name(text: text, start: first, isQuoted: false)
    guard bytes[separator] == UInt8(ascii: ":"),
      let before = bytes[..<first].reversed().firstIndex(where: { !TextValue.isBlank($0) })?.base,
      before < first
    else { return plain }
    let word = bytes[..<before].suffix(32).reversed().prefix(while: TextValue.isNameByte).reversed()
    let isLabel = SecretName.matches(label: String(decoding: word, as: UTF8.self), text)
    return Name(
      text: text, start: first, isQuoted: false,
      isProse: !isLabel && ASCII.equalIgnoringCase(text, "key"), isLabel: isLabel)
  }
}
