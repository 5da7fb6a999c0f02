// Credentials, JSON Web Tokens and private keys, and XML and HTML: attributes are read like other names and values, and
// the content of elements is found by their tags.
extension TextRedactor {
  private static let schemes = ["bearer", "basic", "dpop", "negotiate", "ntlm", "apikey"]

  /// Redacts the credential after the name of an authentication scheme, as in `Bearer abc`.
  mutating func credential(after space: Int) -> Int {
    var first = space
    while first > 0, space - first < 10, TextValue.isLetter(bytes[first - 1]) { first -= 1 }
    guard first < space,
      Self.schemes.contains(where: { ASCII.equalIgnoringCase(bytes[first..<space], lowercased: $0) })
    else {
      return space + 1
    }
    guard let range = TextValue.credential(in: bytes, from: space + 1) else { return space + 1 }
    return leaveOut(range)
  }

  /// True if a text may contain a JSON Web Token.
  static func hasWebToken(_ text: String) -> Bool {
    text.withBytes { webTokenStart.offset(in: UnsafeRawBufferPointer($0), from: 0) != nil }
  }

  private static let webTokenStart = ByteSearch("eyJ")

  /// Redacts a JSON Web Token. It begins with `eyJ`, which is a JSON object in base 64, and has at least two dots.
  mutating func webToken(at place: Int) -> Int {
    guard bytes[place...].starts(with: "eyJ".utf8) else { return place + 1 }
    var (end, dots) = (place, 0)
    while end < bytes.count, TextValue.isBase64URL(bytes[end]) || bytes[end] == UInt8(ascii: ".") {
      dots += bytes[end] == UInt8(ascii: ".") ? 1 : 0
      end += 1
    }
    return dots >= 2 ? leaveOut(place..<end) : end
  }

  /// Redacts a private key in PEM (RFC 7468), up to the line that ends it.
  mutating func privateKey(at place: Int) -> Int {
    guard bytes[place...].starts(with: "-----BEGIN ".utf8) else { return place + 1 }
    let start = place + 11
    let label = bytes[start...].prefix(64).prefix { $0 != UInt8(ascii: "-") }
    guard label.suffix(11).elementsEqual("PRIVATE KEY".utf8) else { return start }
    return leaveOutContent(from: label.endIndex, until: "-----END")
  }

  /// Handles the end of a tag: redacts the content of an element that an attribute names, as in
  /// `<entry key="password">…</entry>`.
  mutating func tagEnd(at place: Int) -> Int {
    defer { forgetNames() }
    defer { tagStart = -1 }
    guard let naming, tagStart >= 0, naming.separator > tagStart, bytes[place - 1] != UInt8(ascii: "/"),
      hidesNamedValue()
    else { return place + 1 }
    return leaveOutContent(from: place + 1, until: "</")
  }

  /// Redacts the content of an element whose name suggests a secret, as in `<password>…</password>`; in a property list,
  /// of the element after `<key>password</key>`. Returns where to continue.
  mutating func element(at place: Int) -> Int {
    let first = place + 1
    let end =
      bytes[first...].firstIndex { !TextValue.isNameByte($0) && $0 != UInt8(ascii: ":") } ?? bytes.count
    guard first < end else { return first }
    let name = Unescaping.name(bytes[first..<end].prefix(256))
    if ASCII.equalIgnoringCase(bytes[first..<end], lowercased: "key") { return content(afterKeyAt: end) }
    guard names.hides(name), let content = contentStart(from: end) else { return end }
    return leaveOutContent(from: content, until: "</\(name)")
  }

  /// The offset after the `>` of a tag; nil if the tag closes itself (`/>`) or does not end.
  private mutating func contentStart(from place: Int) -> Int? {
    guard place <= lastTagEnd, let close = bytes[place...].firstIndex(of: UInt8(ascii: ">")),
      bytes[close - 1] != UInt8(ascii: "/")
    else {
      return nil
    }
    return close + 1
  }

  private mutating func content(afterKeyAt end: Int) -> Int {
    guard let start = contentStart(from: end) else { return end }
    let close = bytes[start...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
    guard names.hides(Unescaping.name(bytes[start..<close].prefix(256))),
      let next = contentStart(from: close),
      let tag = bytes[next...].firstIndex(of: UInt8(ascii: "<")), let content = contentStart(from: tag)
    else { return close }
    return leaveOutContent(from: content, until: "</")
  }

  private mutating func leaveOutContent(from start: Int, until tag: String) -> Int {
    let end = bytes.withUnsafeBytes { ByteSearch(tag).offset(in: $0, from: start) } ?? bytes.count
    guard start < end else { return start }
    return leaveOut(start..<end)
  }
}

/// The authority of a URL within text: the part after `//`.
enum Authority {
  /// How many bytes after the apparent authority are searched for an `@`, if a password may contain a slash.
  private static let longest = 1_024

  /// The offset after the `@` that ends a user name and password; nil if the URL has neither.
  ///
  /// A password may contain a slash, `?` or `#` that should have been escaped. The authority then seems to end in a port
  /// that is not a number, and the last `@` after it ends the password.
  static func endOfUserInfo(in bytes: [UInt8], from start: Int) -> Int? {
    let end = bytes[start...].firstIndex(where: endsAuthority) ?? bytes.count
    let authority = bytes[start..<end]
    if let at = authority.lastIndex(of: UInt8(ascii: "@")) { return at + 1 }
    guard let colon = authority.lastIndex(of: UInt8(ascii: ":")), authority.last != UInt8(ascii: "]"),
      !authority[(colon + 1)...].allSatisfy(ASCII.isDigit)
    else { return nil }
    let rest = bytes[end...].prefix(longest)
    let text = rest.prefix { !TextValue.isSpace($0) && !TextValue.isQuote($0) }
    return text.lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 }
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
