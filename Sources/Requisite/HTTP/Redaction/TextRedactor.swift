/// Redacts secrets in text of any kind: JSON, forms, URLs, cookies, XML and log lines, complete or truncated anywhere.
///
/// The redactor scans the bytes once and stops where a value can begin: after `=` and `:`, in a tag, after `//`, and after
/// the name of an authentication scheme. The name before a value decides. Quotes need not be balanced, so the redactor also
/// handles truncated or malformed text and JSON within a JSON string. A secret without an end is redacted to the end of
/// the text. A text that is JSON as a whole goes through ``JSONRedactor`` first.
///
/// The work is linear in the size of the text: each byte is read a small, fixed number of times.
struct TextRedactor {
  /// How many layers of escapes are decoded: `%253D` is an equals sign that was escaped twice.
  private static let deepest = 3
  private static let longestName = 256

  let redaction: Redaction
  let bytes: [UInt8]
  /// The offset of the last `>`, so that tags without an end are not searched for one again and again; -1 without one.
  private(set) lazy var lastTagEnd = bytes.lastIndex(of: UInt8(ascii: ">")) ?? -1
  private let depth: Int
  private var output: [UInt8] = []
  /// The offset up to which the bytes were copied to the output or redacted.
  private(set) var copied = 0
  /// The offset up to which the bytes were searched with their escapes decoded.
  private var unescapedUntil = 0
  private var lastQuote = -1
  /// True after a member that names a secret, as in `{"name": "password", "value": …}`: the `value` after it is redacted.
  private var hidesNextValue = false
  /// Where the value of the last such member begins, until it is known whether that names a secret.
  private(set) var naming: (separator: Int, isQuoted: Bool)?
  /// The offset of the last `<`; -1 before the first.
  var tagStart = -1
  private let isAuthorizationFlow: Bool
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
    var redactor = TextRedactor(redaction, members ?? text, depth: depth, isAuthorizationFlow: isFlow)
    return redactor.run() ?? members
  }

  /// Scans all bytes. Returns nil if nothing was redacted.
  private mutating func run() -> String? {
    var place = 0
    while place < bytes.count { place = max(step(at: place), place + 1) }
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
      tagStart = place
      return element(at: place)
    case UInt8(ascii: ">"): return tagEnd(at: place)
    case UInt8(ascii: "-"): return privateKey(at: place)
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
    let isHidden = hides(name) || (SecretName.isWordForValue(name.text) && hidesNamedValue())
    if SecretName.isWordForName(name.text) { naming = (separator, name.isQuoted) }
    // The end of a value may be far, and values contain values: only that of a secret is looked for, and then skipped.
    guard isHidden else { return separator + 1 }
    let value = TextValue(bytes, after: separator, ofQuotedName: name.isQuoted)
    guard !value.range.isEmpty else { return separator + 1 }
    return leaveOut(value.range, quote: value.quote ?? (name.isQuoted ? [UInt8(ascii: "\"")] : []))
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

  private mutating func hides(_ name: Name) -> Bool {
    names.hides(name.text) && (name.isQuoted || !name.isProse)
  }

  private struct Name {
    let text: String
    let isQuoted: Bool
    /// True for a word of a sentence, such as `key` in `duplicate key: email`.
    let isProse: Bool
  }

  /// The name before a separator, which white space may follow; nil if no name precedes it.
  private func name(before separator: Int) -> Name? {
    var end = separator
    while end > 0, TextValue.isSpace(bytes[end - 1]) { end -= 1 }
    guard end > 0 else { return nil }
    let quote = bytes[end - 1]
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      var last = end - 1
      while last > 0, bytes[last - 1] == UInt8(ascii: "\\") { last -= 1 }
      let earliest = max(0, last - Self.longestName)
      var first = last
      while first > earliest, bytes[first - 1] != quote { first -= 1 }
      return Name(text: Unescaping.name(bytes[first..<last]), isQuoted: true, isProse: false)
    }
    var first = end
    let earliest = max(0, end - Self.longestName)
    while first > earliest, TextValue.isNameByte(bytes[first - 1]) { first -= 1 }
    guard first < end else { return nil }
    let text = Unescaping.name(bytes[first..<end])
    let isSentence =
      bytes[separator] == UInt8(ascii: ":") && first > 0 && bytes[first - 1] == UInt8(ascii: " ")
    return Name(text: text, isQuoted: false, isProse: isSentence && ASCII.equalIgnoringCase(text, "key"))
  }
}

// Secrets that their position identifies, not their name.
extension TextRedactor {
  /// Removes the user name and password of a URL: the text between `//` and the last `@` before the path.
  private mutating func userInfo(at place: Int) -> Int {
    guard place + 1 < bytes.count, bytes[place + 1] == UInt8(ascii: "/") else { return place + 1 }
    let start = place + 2
    if let end = Authority.endOfUserInfo(in: bytes, from: start) {
      drop(start..<end)
      return end
    }
    return start
  }

  /// Decodes escaped text, such as a URL within a URL or JSON within a string, and redacts all of it if it has a secret.
  private mutating func escapes(at place: Int) -> Int {
    guard place >= unescapedUntil, depth < Self.deepest else { return place + 1 }
    let isPercent = bytes[place] == UInt8(ascii: "%")
    // `\/` counts as an escape, because some servers write URLs that way.
    let next = place + 1 < bytes.count ? bytes[place + 1] : 0
    if !isPercent, next != UInt8(ascii: "u"), next != UInt8(ascii: "/") { return place + 2 }
    let range =
      isPercent
      ? TextValue.run(in: bytes, around: place, from: max(copied, unescapedUntil))
      : TextValue.string(in: bytes, around: place, from: max(copied, lastQuote + 1, unescapedUntil))
    unescapedUntil = range.upperBound
    let text =
      isPercent ? PercentEncoding.decoded(bytes[range], plusIsSpace: false) : Unescaping.json(bytes[range])
    let inner = Self.redacted(
      text, by: redaction, depth: depth + 1, isAuthorizationFlow: isAuthorizationFlow ? true : nil)
    return inner == nil ? place + 1 : leaveOut(range)
  }
}
