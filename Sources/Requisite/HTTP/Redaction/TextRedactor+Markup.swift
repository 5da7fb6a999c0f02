// XML and HTML: attributes are read like other names and values, and the content of elements is found by their tags.
extension TextRedactor {
  /// A tag that is being searched.
  struct Tag {
    let start: Int
    /// The offset before the value of the attribute that can contain a secret.
    var value: Int?
    /// True if an attribute says that the value is a secret.
    var hidesValue = false
  }

  /// Notes an attribute that may contain a secret, or say that another one does: `type="password"` of a field of a form.
  mutating func noteAttribute(_ name: Name, at separator: Int) {
    if name.judgement.isWordForValue {
      tag?.value = separator
    } else if ASCII.equalIgnoringCase(name.text, "type") {
      let value = TextValue(bytes, after: separator, ofQuotedName: false, longest: 64).text(in: bytes)
      if ASCII.equalIgnoringCase(value, "password") { tag?.hidesValue = true }
    }
  }

  /// Handles the end of a tag: redacts the attribute `value` or else the content of an element that an attribute names,
  /// as in `<input value="…" name="csrf">` and `<entry key="password">…</entry>`.
  mutating func tagEnd(at place: Int) -> Int {
    defer {
      tag = nil
      forgetNames()
    }
    if tag == nil || closeTag(at: place) || !hidesContent() || bytes[place - 1] == UInt8(ascii: "/") {
      return place + 1
    }
    return leaveOutContent(from: place + 1, until: "</")
  }

  /// True if an attribute of the tag names a secret.
  private mutating func hidesContent() -> Bool {
    guard let naming, let tag, naming.separator > tag.start else { return false }
    return hidesNamedValue()
  }

  /// Redacts the attribute `value` of a tag if another attribute names it. Returns false if the tag has no such attribute.
  ///
  /// - Parameter end: The offset of the end of the tag, or of a text that ends within the tag.
  @discardableResult
  mutating func closeTag(at end: Int) -> Bool {
    guard let tag, let separator = tag.value else { return false }
    let value = TextValue(bytes, after: separator, ofQuotedName: false)
    if tag.hidesValue || hidesContent(), value.range.upperBound <= end, !value.range.isEmpty {
      _ = leaveOut(value.range, quote: value.quote ?? [])
    }
    return true
  }

  /// Redacts the content of an element whose name suggests a secret, as in `<password>…</password>`; in a property
  /// list or a table, of the element after `<key>password</key>`. Returns where to continue.
  mutating func element(at place: Int) -> Int {
    let first = place + 1
    let end =
      bytes[first...].firstIndex { !TextValue.isNameByte($0) && $0 != UInt8(ascii: ":") } ?? bytes.count
    guard first < end else { return first }
    if Self.labels.contains(where: { ASCII.equalIgnoringCase(bytes[first..<end], lowercased: $0) }) {
      return content(afterLabelAt: end)
    }
    let judgement = names[String(decoding: bytes[first..<end].prefix(256), as: UTF8.self)]
    guard judgement.isSecret else { return end }
    tag?.hidesValue = true
    guard let content = contentStart(from: end) else { return end }
    return leaveOutContent(from: content, until: "</\(judgement.name)")
  }

  /// The offset after the `>` of a tag; nil if the tag closes itself (`/>`) or does not end.
  private mutating func contentStart(from place: Int, within limit: Int = .max) -> Int? {
    guard place <= lastTagEnd,
      let close = bytes[place...].prefix(limit).firstIndex(of: UInt8(ascii: ">")),
      bytes[close - 1] != UInt8(ascii: "/")
    else {
      return nil
    }
    return close + 1
  }

  /// Elements whose content names that of the next element: in property lists, XML-RPC, tables and lists of HTML.
  private static let labels = ["key", "name", "td", "th", "dt"]

  private mutating func content(afterLabelAt end: Int) -> Int {
    guard let start = contentStart(from: end, within: 256) else { return end }
    let label = bytes[start...].prefix(256).prefix { $0 != UInt8(ascii: "<") }
    guard names.hides(label), let next = contentStart(from: label.endIndex),
      let tag = bytes[next...].firstIndex(of: UInt8(ascii: "<")), let content = contentStart(from: tag)
    else { return end }
    return leaveOutContent(from: content, until: "</")
  }

  /// Redacts the content of a part of a multipart form whose name suggests a secret, after the empty line at `place`.
  mutating func part(after place: Int) -> Int {
    guard let naming, bytes[..<place].last(where: { $0 != UInt8(ascii: "\r") }) == UInt8(ascii: "\n"),
      Self.form.occurs(in: Data(bytes[..<naming.separator].suffix(64))), hidesNamedValue()
    else { return place + 1 }
    forgetNames()
    return leaveOutContent(from: place + 1, until: "\n--")
  }

  private static let form = ByteSearch("form-data;")

  mutating func leaveOutContent(from start: Int, until tag: String) -> Int {
    let end = bytes.withUnsafeBytes { ByteSearch(tag).offset(in: $0, from: start) } ?? bytes.count
    guard start < end else { return start }
    return leaveOut(start..<end)
  }
}

/// The authorities of URLs within a text: the parts after `//`.
struct Authorities {
  /// How many bytes after the apparent authority are searched for an `@`, if a password may contain a slash.
  private static let longest = 1_024

  private var at = NextByte { $0 == UInt8(ascii: "@") }
  private var gap = NextByte { TextValue.isSpace($0) || TextValue.isQuote($0) }

  /// The offset after the `@` that ends a user name and password; nil if the URL has neither. Later calls must not ask for
  /// an earlier start.
  ///
  /// A password may contain a slash, `?` or `#` that should have been escaped. The authority then seems to end in a port
  /// that is not a number, and the last `@` after it ends the password.
  mutating func endOfUserInfo(in bytes: [UInt8], from start: Int) -> Int? {
    let end = bytes[start...].firstIndex(where: Self.endsAuthority) ?? bytes.count
    let authority = bytes[start..<end]
    if let at = authority.lastIndex(of: UInt8(ascii: "@")) { return at + 1 }
    guard let colon = authority.lastIndex(of: UInt8(ascii: ":")), authority.last != UInt8(ascii: "]"),
      !authority[(colon + 1)...].allSatisfy(ASCII.isDigit)
    else { return nil }
    let limit = min(gap.offset(in: bytes, from: end), end + min(Self.longest, bytes.count - end))
    guard at.offset(in: bytes, from: end) < limit else { return nil }
    return bytes[end..<limit].lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 }
  }

  private static func endsAuthority(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "\\"), UInt8(ascii: "<"),
      UInt8(ascii: ">"):
      true
    default: TextValue.isSpace(byte) || TextValue.isQuote(byte)
    }
  }
}

/// A search for the next byte of a kind that is repeated from places further and further on: no byte is read twice.
private struct NextByte {
  let isMember: @Sendable (UInt8) -> Bool
  private var known = -1

  init(_ isMember: @escaping @Sendable (UInt8) -> Bool) { self.isMember = isMember }

  /// The offset of the first such byte at `start` or after it; the number of bytes without one.
  mutating func offset(in bytes: [UInt8], from start: Int) -> Int {
    if known < start { known = bytes[start...].firstIndex(where: isMember) ?? bytes.count }
    return known
  }
}
