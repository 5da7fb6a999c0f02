/// Leaves secrets out of text of any kind: JSON, forms, URLs, cookies, XML, log lines, whole or cut off anywhere.
///
/// It walks over the bytes once and stops where a value can begin: after `=` and `:`, in a tag, after `//`, after the name
/// of an authentication scheme. The name before decides. It does not rely on balanced quotes, so text that is cut off,
/// malformed, or JSON within a JSON string is read as well. What it cannot bound it leaves out to the end. A text that is
/// JSON as a whole goes through ``JSONRedactor`` first.
///
/// The work is linear in the size of the text: each byte is looked at a small, fixed number of times.
struct TextRedactor {
  /// How often escapes are undone to look below them: `%253D` is an equals sign that was escaped twice.
  private static let deepest = 3
  private static let longestName = 256

  let redaction: Redaction
  let bytes: [UInt8]
  private let depth: Int
  private var output: [UInt8] = []
  /// All before it is in the output, or was left out.
  private(set) var copied = 0
  /// All before it has been looked at with its escapes undone.
  private var unescapedUntil = 0
  private var lastQuote = -1
  /// Whether the object being read has named its value by another member: `{"name": "password", "value": …}`.
  private var hidesNextValue = false
  private let isAuthorizationFlow: Bool

  private init(_ redaction: Redaction, _ text: String, depth: Int, isAuthorizationFlow: Bool) {
    self.redaction = redaction
    bytes = Array(text.utf8)
    self.depth = depth
    self.isAuthorizationFlow = isAuthorizationFlow
  }

  /// The text without its secrets. Returns nil if nothing was left out.
  static func redacted(
    _ text: String, by redaction: Redaction, depth: Int = 0, isAuthorizationFlow: Bool = false
  ) -> String? {
    guard !redaction.isRevealing else { return nil }
    // Of the whole text: the names that tell may be left out as members of a secret.
    let isFlow = isAuthorizationFlow || AuthorizationFlow.isIn(text)
    let members = JSONRedactor.redacted(text, by: redaction, isAuthorizationFlow: isFlow)
    var redactor = TextRedactor(redaction, members ?? text, depth: depth, isAuthorizationFlow: isFlow)
    return redactor.run() ?? members
  }

  /// Returns nil if nothing was left out.
  private mutating func run() -> String? {
    var place = 0
    while place < bytes.count { place = max(step(at: place), place + 1) }
    guard copied > 0 else { return nil }
    output += bytes[copied...]
    return String(decoding: output, as: UTF8.self)
  }

  /// Looks at one byte; returns where to look next.
  private mutating func step(at place: Int) -> Int {
    switch bytes[place] {
    case UInt8(ascii: "="), UInt8(ascii: ":"): return value(after: place)
    case UInt8(ascii: "/"): return userInfo(at: place)
    case UInt8(ascii: "<"): return element(at: place)
    case UInt8(ascii: " "), UInt8(ascii: "\t"): return credential(after: place)
    case UInt8(ascii: "e"): return webToken(at: place)
    case UInt8(ascii: "%"), UInt8(ascii: "\\"): return escapes(at: place)
    case UInt8(ascii: "\""): lastQuote = place
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ">"): hidesNextValue = false
    default: break
    }
    return place + 1
  }

  /// Puts the mark in place of a range of bytes.
  mutating func leaveOut(_ range: Range<Int>, quote: ArraySlice<UInt8> = []) -> Int {
    guard range.lowerBound >= copied else { return range.upperBound }
    output += bytes[copied..<range.lowerBound]
    output += quote
    output += Redaction.mark.utf8
    output += quote
    copied = range.upperBound
    return copied
  }

  /// Drops a range of bytes without a mark.
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
    let value = TextValue(bytes, after: separator, ofQuotedName: name.isQuoted)
    let isHidden = hides(name) || (hidesNextValue && SecretName.isWordForValue(name.text))
    if SecretName.isWordForName(name.text) {
      hidesNextValue = redaction.hidesValue(of: value.text(in: bytes))
    }
    guard isHidden, !value.range.isEmpty else { return separator + 1 }
    return leaveOut(value.range, quote: value.quote ?? (name.isQuoted ? [UInt8(ascii: "\"")] : []))
  }

  private func hides(_ name: Name) -> Bool {
    if redaction.hidesValue(of: name.text) { return name.isQuoted || !name.isProse }
    return isAuthorizationFlow && ASCII.equalIgnoringCase(name.text, "code")
  }

  private struct Name {
    let text: String
    let isQuoted: Bool
    /// A word of a sentence, as in `duplicate key: email`.
    let isProse: Bool
  }

  /// The name that ends before a separator; nil if no name does.
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

// What is secret by its place, whatever its name.
extension TextRedactor {
  /// User name and password of a URL: what stands between `//` and the last `@` before the path.
  private mutating func userInfo(at place: Int) -> Int {
    guard place + 1 < bytes.count, bytes[place + 1] == UInt8(ascii: "/") else { return place + 1 }
    let start = place + 2
    if let end = Authority.endOfUserInfo(in: bytes, from: start) {
      drop(start..<end)
      return end
    }
    return start
  }

  private static let schemes = ["bearer", "basic", "dpop", "negotiate", "ntlm", "apikey"]

  static func `is`(_ bytes: ArraySlice<UInt8>, _ lowercased: String) -> Bool {
    bytes.count == lowercased.utf8.count
      && zip(bytes, lowercased.utf8).allSatisfy { ASCII.lowercased($0) == $1 }
  }

  /// The credential after the name of a scheme, as in `Bearer abc`.
  private mutating func credential(after space: Int) -> Int {
    var first = space
    while first > 0, space - first < 10, TextValue.isLetter(bytes[first - 1]) { first -= 1 }
    guard first < space, Self.schemes.contains(where: { Self.is(bytes[first..<space], $0) }) else {
      return space + 1
    }
    guard let range = TextValue.credential(in: bytes, from: space + 1) else { return space + 1 }
    return leaveOut(range)
  }

  /// A JSON Web Token: its first part is a JSON object in base 64, so it begins with `eyJ` and has two dots at least.
  private mutating func webToken(at place: Int) -> Int {
    guard bytes[place...].starts(with: "eyJ".utf8) else { return place + 1 }
    var (end, dots) = (place, 0)
    while end < bytes.count, TextValue.isBase64URL(bytes[end]) || bytes[end] == UInt8(ascii: ".") {
      dots += bytes[end] == UInt8(ascii: ".") ? 1 : 0
      end += 1
    }
    return dots >= 2 ? leaveOut(place..<end) : end
  }

  /// Text with escapes in it, as it reads without them: a URL within a URL, JSON within a string.
  private mutating func escapes(at place: Int) -> Int {
    guard place >= unescapedUntil, depth < Self.deepest else { return place + 1 }
    let isPercent = bytes[place] == UInt8(ascii: "%")
    // `\/` too: some servers write URLs so.
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
      text, by: redaction, depth: depth + 1, isAuthorizationFlow: isAuthorizationFlow)
    return inner == nil ? place + 1 : leaveOut(range)
  }
}
