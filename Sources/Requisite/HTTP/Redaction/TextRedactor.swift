/// Redacts what stands at a known place of a URL, and what looks like a credential, in one pass over the bytes.
///
/// The places are the user info after `//`, and the values of items: after `?`, `&`, `#` and `;`, and in any text at the start
/// of a word, as in `password=…`. The work is linear in the size of the text: each byte is read a small, fixed number of times.
struct TextRedactor: ByteRewriter {
  /// What a text is, which decides where a value ends.
  enum Form {
    /// Any text: a value also ends at white space, quotation marks and angle brackets.
    case text
    /// One URL.
    case url
    /// The items of a query or form, which begin at the start of the text. A value that is hidden ends at `&` alone.
    case form
  }

  /// The longest name of an item that is compared, in bytes.
  private static let longestName = 128
  /// How many times the values of items and the strings of JSON are decoded, because one can be a URL with items of its own, or
  /// JSON. One limit for both, so that the work stays linear.
  fileprivate static let deepest = 3

  private let redaction: Redaction
  private let form: Form
  private let depth: Int
  let bytes: [UInt8]
  var output: [UInt8] = []
  var copied = 0

  private init(_ text: String, _ redaction: Redaction, _ form: Form, _ depth: Int) {
    bytes = Array(text.utf8)
    self.redaction = redaction
    self.form = form
    self.depth = depth
  }

  /// The text with its secrets redacted. Returns nil if there is nothing to redact.
  static func redacted(_ text: String, by redaction: Redaction, as form: Form, depth: Int = 0) -> String? {
    var redactor = TextRedactor(text, redaction, form, depth)
    return redactor.run(from: form == .url ? 0 : redactor.item(from: 0))
  }

  /// Handles one byte and what begins there. Returns the offset to continue at.
  mutating func step(at offset: Int) -> Int {
    switch bytes[offset] {
    case UInt8(ascii: "?"), UInt8(ascii: "&"), UInt8(ascii: "#"), UInt8(ascii: ";"):
      return item(from: offset + 1)
    case let byte where form == .text && endsWord(byte): return item(from: offset + 1)
    case UInt8(ascii: "/") where offset > 0 && bytes[offset - 1] == UInt8(ascii: "/"):
      return userInfo(from: offset + 1)
    default:
      guard let credential = CredentialShape.range(in: bytes, at: offset) else { return offset + 1 }
      return redact(credential)
    }
  }

  /// Redacts the item whose name begins at `start`: its value by its name, or if the decoded value has a secret.
  private mutating func item(from start: Int) -> Int {
    let last = min(bytes.count, start + Self.longestName)
    guard let equals = (start..<last).first(where: { endsItem($0) || bytes[$0] == UInt8(ascii: "=") }),
      bytes[equals] == UInt8(ascii: "=")
    else { return start }
    let first = startOfValue(after: equals)
    if redaction.hidesValue(of: PercentEncoding.decoded(bytes[start..<equals], plusIsSpace: true)) {
      let end = first > equals + 1 ? endOfQuoted(from: first, escapes: first - equals - 2) : nil
      return redact(first..<(end ?? (first..<bytes.count).first(where: endsValue) ?? bytes.count))
    }
    let value = bytes[first..<((first..<bytes.count).first(where: endsItem) ?? bytes.count)]
    if depth < Self.deepest, value.contains(UInt8(ascii: "%")) {
      let decoded = PercentEncoding.decoded(value, plusIsSpace: false)
      if JSONRedactor.redacted(decoded, by: redaction, depth: depth + 1) != nil
        || Self.redacted(decoded, by: redaction, as: .form, depth: depth + 1) != nil
      {
        return redact(first..<value.endIndex)
      }
    }
    return start
  }

  /// The offset of a value: in a text, after the quotation mark that it may have.
  private func startOfValue(after equals: Int) -> Int {
    let start = equals + 1
    guard form == .text, let quote = bytes[start...].firstIndex(where: { $0 != UInt8(ascii: "\\") }),
      bytes[quote] == UInt8(ascii: "\"")
    else { return start }
    return quote + 1
  }

  /// The end of a value in quotation marks: the next mark that has as many backslashes before it as the first; the end of the text
  /// without such a mark.
  private func endOfQuoted(from first: Int, escapes: Int) -> Int {
    var count = 0
    for offset in first..<bytes.count {
      if bytes[offset] == UInt8(ascii: "\""), count == escapes { return offset - escapes }
      count = bytes[offset] == UInt8(ascii: "\\") ? count + 1 : 0
    }
    return bytes.count
  }

  /// Removes the text before the last `@` of an authority (RFC 3986 §3.2).
  private mutating func userInfo(from start: Int) -> Int {
    let end = (start..<bytes.count).first {
      endsItem($0) && bytes[$0] != UInt8(ascii: "&") && bytes[$0] != UInt8(ascii: ";")
        || bytes[$0] == UInt8(ascii: "/")
    }
    guard let at = bytes[start..<(end ?? bytes.count)].lastIndex(of: UInt8(ascii: "@")) else { return start }
    replace(start..<(at + 1), by: "")
    return at + 1
  }

  /// True if a value that is shown ends at the offset: there another item begins, or the text ends the URL.
  private func endsItem(_ offset: Int) -> Bool {
    bytes[offset] == UInt8(ascii: "?") || bytes[offset] == UInt8(ascii: "#")
      || bytes[offset] == UInt8(ascii: ";")
      || endsValue(offset)
  }

  /// True if a value that is hidden ends at the offset.
  private func endsValue(_ offset: Int) -> Bool {
    switch bytes[offset] {
    case UInt8(ascii: "&"): true
    case UInt8(ascii: "#"): form != .form
    case let byte where endsWord(byte): form == .text
    case 0xE2: form == .text && bytes[offset...].starts(with: "”".utf8)
    default: false
    }
  }

  /// True for white space, quotation marks and angle brackets, between which a text has its words.
  private func endsWord(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
  }

  /// Replaces a range of bytes by the mark. Returns the end of the range.
  private mutating func redact(_ range: Range<Int>) -> Int {
    replace(range, by: Redaction.mark)
    return range.upperBound
  }
}

/// Redacts secrets in JSON by the names of its members: complete, cut off anywhere, or a text with a document on each line.
///
/// A string that a colon follows is a name. If it is secret, the value up to the next comma or the closing bracket is
/// hidden and keeps its type and shape, so that it can still be decoded: strings become the mark, numbers 0 and Booleans
/// false; `null`, and the names within arrays and objects, stay. Strings with escapes are searched without them, also for JSON
/// in a string; the text is searched as a whole afterwards. Text around the JSON is left alone, so it is found in any text. The
/// work is linear in the size of the text.
struct JSONRedactor: ByteRewriter {
  private let redaction: Redaction
  let bytes: [UInt8]
  var output: [UInt8] = []
  var copied = 0
  private var hides = false
  /// How many brackets of a hidden value are open.
  private var depth = 0

  /// How many values or strings the text is within.
  private let level: Int

  private init(_ text: String, _ redaction: Redaction, _ level: Int) {
    bytes = Array(text.utf8)
    (self.redaction, self.level) = (redaction, level)
  }

  /// The text with secret values replaced. Returns nil if no member has one.
  static func redacted(_ text: String, by redaction: Redaction, depth: Int = 0) -> String? {
    guard text.utf8.contains(UInt8(ascii: "\"")) else { return nil }
    var redactor = JSONRedactor(text, redaction, depth)
    return redactor.run()
  }

  /// Handles the token at an offset. Returns the offset after it.
  mutating func step(at offset: Int) -> Int {
    switch bytes[offset] {
    case UInt8(ascii: "\""): return string(at: offset)
    case UInt8(ascii: "{"), UInt8(ascii: "["): if hides { depth += 1 }
    case UInt8(ascii: "}"), UInt8(ascii: "]"): if depth > 0 { depth -= 1 } else { hides = false }
    case UInt8(ascii: ","): if depth == 0 { hides = false }
    case UInt8(ascii: ":"): break
    case let byte where ASCII.isSpace(byte): break
    default: return scalar(at: offset)
    }
    return offset + 1
  }

  private mutating func string(at offset: Int) -> Int {
    let content = bytes[(offset + 1)..<end(ofStringAt: offset)]
    let after = min(content.endIndex + 1, bytes.count)
    if bytes[after...].first(where: { !ASCII.isSpace($0) }) == UInt8(ascii: ":") {
      if depth == 0 {
        let name = content.contains(UInt8(ascii: "\\")) ? decoded(content) : nil
        hides = redaction.hidesValue(of: name ?? String(decoding: content, as: UTF8.self))
      }
    } else if hides {
      replace(content.indices, by: Redaction.mark)
    } else if content.contains(UInt8(ascii: "\\")) {
      escaped(content)
    }
    return after
  }

  /// Redacts a string with escapes. One that could be JSON, and is cut off or too far within others, is hidden.
  private mutating func escaped(_ content: ArraySlice<UInt8>) {
    guard level < TextRedactor.deepest, let text = decoded(content) else {
      if content.contains(UInt8(ascii: "\"")) { replace(content.indices, by: Redaction.mark) }
      return
    }
    let inner = Self.redacted(text, by: redaction, depth: level + 1)
    guard
      let redacted = TextRedactor.redacted(inner ?? text, by: redaction, as: .text, depth: level + 1) ?? inner
    else { return }
    do {
      let encoded = String(decoding: try Self.strings.encode(redacted), as: UTF8.self)
      replace(content.indices, by: String(encoded.dropFirst().dropLast()))
    } catch { replace(content.indices, by: Redaction.mark) }
  }

  /// The offset of the closing quotation mark; of the end of the line or text if it is missing.
  private func end(ofStringAt offset: Int) -> Int {
    var end = offset + 1
    while end < bytes.count, bytes[end] != UInt8(ascii: "\""), bytes[end] != UInt8(ascii: "\n") {
      end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(end, bytes.count)
  }

  private static let strings = JSONCoding(output: .withoutEscapingSlashes)

  /// The inside of a string with its escapes decoded; nil if one is malformed or cut off.
  private func decoded(_ content: ArraySlice<UInt8>) -> String? {
    do { return try Self.strings.decode(String.self, from: Data("\"".utf8 + content + "\"".utf8)) } catch {
      return nil
    }
  }

  /// Replaces a number, literal or unquoted text if it is hidden.
  private mutating func scalar(at offset: Int) -> Int {
    let text = bytes[offset...].prefix { !Self.delimiters.contains($0) && !ASCII.isSpace($0) }
    guard hides else { return text.endIndex }
    switch bytes[offset] {
    case UInt8(ascii: "n"): break
    case UInt8(ascii: "t"), UInt8(ascii: "f"): replace(text.indices, by: "false")
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): replace(text.indices, by: "0")
    default: replace(text.indices, by: Redaction.mark)
    }
    return text.endIndex
  }

  private static let delimiters = ByteSet("\"{}[],:")
}

/// One pass over the bytes of a text, which replaces some of them.
protocol ByteRewriter {
  var bytes: [UInt8] { get }
  /// The rewritten text, up to the byte at ``copied``.
  var output: [UInt8] { get set }
  /// The offset up to which the bytes were copied to the output or replaced; 0 if nothing was replaced.
  var copied: Int { get set }

  /// Handles what begins at an offset. Returns the offset after it.
  mutating func step(at offset: Int) -> Int
}

extension ByteRewriter {
  /// Handles the bytes from an offset on. Returns the rewritten text; nil if nothing was replaced.
  mutating func run(from start: Int = 0) -> String? {
    var offset = start
    while offset < bytes.count { offset = step(at: offset) }
    guard copied > 0 else { return nil }
    output += bytes[copied...]
    return String(decoding: output, as: UTF8.self)
  }

  mutating func replace(_ range: Range<Int>, by text: String) {
    guard !range.isEmpty else { return }
    output += bytes[copied..<range.lowerBound]
    output += text.utf8
    copied = range.upperBound
  }
}
