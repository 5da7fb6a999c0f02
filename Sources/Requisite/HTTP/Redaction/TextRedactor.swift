/// Redacts secrets in text of any kind: JSON, forms, URLs, cookies, XML, tables and log lines, complete or truncated anywhere.
///
/// The redactor scans the bytes once and stops where a value can begin: after `=` and `:`, in a tag, after `//`, and after
/// the name of an authentication scheme. The name before a value decides. Quotes need not be balanced, so the redactor also
/// handles truncated or malformed text and JSON within a JSON string. A secret without an end is redacted to the end of
/// the text. A text that is JSON as a whole goes through ``JSONRedactor`` first.
///
/// The work is linear in the size of the text: each byte is read a small, fixed number of times.
struct TextRedactor {
  /// How many texts within texts are searched, such as JSON in a string of JSON. Any number of percent-encodings, as in
  /// `%252525`, is one of them.
  static let deepest = 3
  /// The shortest secret with its name: a value of one byte after a name of two and a separator.
  private static let shortest = 4
  private static let mark = Array(Redaction.mark.utf8)[...]

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
  var hidesNextValue = false
  /// Where the value of the last such member begins, until it is known whether that names a secret.
  var naming: (separator: Int, isQuoted: Bool)?
  /// The tag that the last `<` begins; nil after its end.
  var tag: Tag?
  /// Where the user names and passwords of URLs can end.
  var authorities = Authorities()
  let names: JudgedNames

  private init(_ text: String, names: JudgedNames, depth: Int) {
    bytes = Array(text.utf8)
    self.names = names
    self.depth = depth
  }

  /// The text with its secrets redacted. Returns nil if there is nothing to redact.
  static func redacted(_ text: String, by redaction: Redaction) -> String? {
    guard !redaction.isRevealing else { return nil }
    // Decided for the whole text, because the names that identify a flow may themselves be redacted as part of a secret.
    let isFlow = AuthorizationFlow.isIn(text)
    return redacted(text, by: JudgedNames(redaction, isAuthorizationFlow: isFlow))
  }

  /// The text, which may be a part of a longer one, with its secrets redacted. Returns nil if there is nothing to redact.
  ///
  /// - Parameters:
  ///   - names: The judgements for the text and for what contains it.
  ///   - depth: How many layers of escapes the text was in.
  static func redacted(_ text: String, by names: JudgedNames, depth: Int = 0) -> String? {
    guard text.utf8.count >= shortest else { return nil }
    let members = JSONRedactor.redacted(text, by: names, depth: depth)
    let cells = members == nil ? TableRedactor.redacted(text, by: names) : nil
    var redactor = TextRedactor(members ?? cells ?? text, names: names, depth: depth)
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
    case UInt8(ascii: "="): return value(after: place)
    case UInt8(ascii: ":"): return serviceToken(at: place) ?? value(after: place)
    case UInt8(ascii: "/"): return userInfo(at: place)
    case UInt8(ascii: "<"):
      if bytes[place...].prefix(Self.mark.count) == Self.mark { return place + Self.mark.count }
      tag = Tag(start: place)
      return element(at: place)
    case UInt8(ascii: ">"): return tagEnd(at: place)
    case UInt8(ascii: ";"): return serialized(after: place)
    case UInt8(ascii: "&"): return entity(at: place)
    case UInt8(ascii: "\n"): return part(after: place)
    case UInt8(ascii: ","): return pair(at: place)
    case UInt8(ascii: "-"): return option(at: place) ?? privateKey(at: place)
    case UInt8(ascii: "@"): return account(at: place)
    case UInt8(ascii: "("): return call(at: place)
    case UInt8(ascii: "A"), UInt8(ascii: "_"), UInt8(ascii: "."): return serviceToken(at: place) ?? place + 1
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
