/// Redacts what stands at a known place of a URL, and what looks like a credential, in one pass over the bytes.
///
/// The places are the user info after `//`, and the values of items after `?`, `&` and `#`. The work is linear in the size
/// of the text: each byte is read a small, fixed number of times.
struct TextRedactor: ByteRewriter {
  /// What a text is, which decides where a value ends.
  enum Form {
    /// Any text: a value also ends at white space, quotation marks and angle brackets.
    case text
    /// One URL.
    case url
    /// The items of a query or form, which begin at the start of the text and end at `&` alone.
    case form
  }

  /// The longest name of an item that is compared, in bytes.
  private static let longestName = 128
  /// How many times the values of items are percent-decoded, because a value can be a URL with items of its own.
  private static let deepest = 3

  private let redaction: Redaction
  private let form: Form
  private let depth: Int
  let bytes: [UInt8]
  var output: [UInt8] = []
  var copied = 0

  private init(_ text: String, _ redaction: Redaction, _ form: Form, _ depth: Int) {
    (bytes, self.redaction, self.form, self.depth) = (Array(text.utf8), redaction, form, depth)
  }

  /// The text with its secrets redacted. Returns nil if there is nothing to redact.
  static func redacted(_ text: String, by redaction: Redaction, as form: Form, depth: Int = 0) -> String? {
    var redactor = TextRedactor(text, redaction, form, depth)
    return redactor.run(from: form == .form ? redactor.item(from: 0) : 0)
  }

  /// Handles one byte and what begins there. Returns the offset to continue at.
  mutating func step(at place: Int) -> Int {
    switch bytes[place] {
    case UInt8(ascii: "?"), UInt8(ascii: "&"), UInt8(ascii: "#"): return item(from: place + 1)
    case UInt8(ascii: "/") where place > 0 && bytes[place - 1] == UInt8(ascii: "/"):
      return userInfo(from: place + 1)
    default:
      guard let credential = CredentialShape.range(in: bytes, at: place) else { return place + 1 }
      return leaveOut(credential)
    }
  }

  /// Redacts the item whose name begins at `start`: its value by its name, or if the decoded value has a secret.
  private mutating func item(from start: Int) -> Int {
    let last = min(bytes.count, start + Self.longestName)
    guard let equals = (start..<last).first(where: { endsItem($0) || bytes[$0] == UInt8(ascii: "=") }),
      bytes[equals] == UInt8(ascii: "=")
    else { return start }
    let first = equals + 1
    if redaction.hidesValue(of: PercentEncoding.decoded(bytes[start..<equals], plusIsSpace: true)) {
      return leaveOut(first..<((first..<bytes.count).first(where: endsValue) ?? bytes.count))
    }
    let value = bytes[first..<((first..<bytes.count).first(where: endsItem) ?? bytes.count)]
    if depth < Self.deepest, value.contains(UInt8(ascii: "%")) {
      let decoded = PercentEncoding.decoded(value, plusIsSpace: false)
      if Self.redacted(decoded, by: redaction, as: .form, depth: depth + 1) != nil {
        return leaveOut(first..<value.endIndex)
      }
    }
    return start
  }

  /// Removes the text before the last `@` of an authority (RFC 3986 §3.2).
  private mutating func userInfo(from start: Int) -> Int {
    let end = (start..<bytes.count).first {
      endsItem($0) && bytes[$0] != UInt8(ascii: "&") || bytes[$0] == UInt8(ascii: "/")
    }
    guard let at = bytes[start..<(end ?? bytes.count)].lastIndex(of: UInt8(ascii: "@")) else { return start }
    replace(start..<(at + 1), by: "")
    return at + 1
  }

  /// True if a value that is shown ends at the offset: there another item begins, or the text ends the URL.
  private func endsItem(_ place: Int) -> Bool {
    bytes[place] == UInt8(ascii: "?") || bytes[place] == UInt8(ascii: "#") || endsValue(place)
  }

  /// True if a value that is hidden ends at the offset.
  private func endsValue(_ place: Int) -> Bool {
    switch bytes[place] {
    case UInt8(ascii: "&"): true
    case UInt8(ascii: "#"): form != .form
    case ...0x20, UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"): form == .text
    case 0xE2: form == .text && bytes[place...].starts(with: "”".utf8)
    default: false
    }
  }

  /// Replaces a range of bytes by the mark. Returns the end of the range.
  private mutating func leaveOut(_ range: Range<Int>) -> Int {
    replace(range, by: Redaction.mark)
    return range.upperBound
  }
}
