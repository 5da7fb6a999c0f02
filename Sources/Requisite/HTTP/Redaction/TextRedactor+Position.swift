// Secrets that their position identifies, not their name.
extension TextRedactor {
  /// Removes the user name and password of a URL: the text between `//` and the last `@` before the path. Further slashes
  /// are skipped, as browsers do. Redacts the credential of a webhook.
  mutating func userInfo(at place: Int) -> Int {
    guard place + 1 < bytes.count, bytes[place + 1] == UInt8(ascii: "/") else { return place + 1 }
    let start = bytes[place...].firstIndex { $0 != UInt8(ascii: "/") } ?? bytes.count
    let end = authorities.endOfUserInfo(in: bytes, from: start)
    if let end { drop(start..<end) }
    guard let credential = Webhook.credential(in: bytes, from: end ?? start) else { return end ?? start }
    return leaveOut(credential)
  }

  /// Decodes escaped text, such as a URL within a URL or JSON within a string, and redacts all of it if it has a secret.
  mutating func escapes(at place: Int) -> Int {
    guard place >= unescapedUntil, depth < Self.deepest else { return place + 1 }
    let isPercent = bytes[place] == UInt8(ascii: "%")
    // `\/` counts as an escape, because some servers write URLs that way.
    let next = place + 1 < bytes.count ? bytes[place + 1] : 0
    if isPercent {
      guard Hexadecimal.byte(bytes[(place + 1)...].prefix(2)) != nil else { return place + 1 }
    } else if next != UInt8(ascii: "u"), next != UInt8(ascii: "/") {
      return place + 2
    }
    let range =
      isPercent
      ? TextValue.run(in: bytes, around: place, from: max(copied, unescapedUntil))
      : TextValue.string(in: bytes, around: place, from: max(copied, lastQuote + 1, unescapedUntil))
    unescapedUntil = range.upperBound
    let text =
      isPercent ? Unescaping.percent(bytes[range]) : Unescaping.json(bytes[range])
    return !text.utf8.elementsEqual(bytes[range]) && hasSecret(text) ? leaveOut(range) : place + 1
  }

  /// Decodes the entities of a line of HTML, such as JSON in an error page, and redacts all of it if it has a secret.
  mutating func entity(at place: Int) -> Int {
    guard place >= unescapedUntil, depth < Self.deepest, Unescaping.isQuote(bytes, at: place) else {
      return place + 1
    }
    let earliest = max(copied, unescapedUntil)
    let start = bytes[earliest..<place].lastIndex(of: UInt8(ascii: "\n")) ?? earliest
    let end = bytes[place...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    unescapedUntil = end
    return hasSecret(Unescaping.html(bytes[start..<end])) ? leaveOut(start..<end) : place + 1
  }
}

extension TextRedactor {
  /// True if a text within this one has a secret.
  private func hasSecret(_ text: String) -> Bool {
    let isNewFlow = !names.isAuthorizationFlow && AuthorizationFlow.isIn(text)
    let names = isNewFlow ? JudgedNames(names.redaction, isAuthorizationFlow: true) : names
    return Self.redacted(text, by: names, depth: depth + 1) != nil
  }
}

extension TextRedactor {
  private static let schemes = ["bearer", "basic", "dpop", "negotiate", "ntlm", "apikey"]

  /// Redacts the credential after the name of an authentication scheme, as in `Bearer abc`, the password of a .netrc file
  /// or an SQL statement, and what follows a word such as `password`, with or without “is”, if it cannot be a word of a
  /// sentence.
  mutating func credential(after space: Int) -> Int {
    let first = bytes.startOfRow(before: space, longest: 10, of: TextValue.isLetter)
    guard first < space else { return space + 1 }
    let word = bytes[first..<space]
    guard Self.schemes.contains(where: { ASCII.equalIgnoringCase(word, lowercased: $0) }) else {
      guard let range = TextValue.argument(in: bytes, from: space + 1) else { return space + 1 }
      if hidesArgument(of: word, range) { return leaveOut(argument: range) }
      guard Self.words.contains(where: { ASCII.equalIgnoringCase(word, lowercased: $0) }) else {
        return space + 1
      }
      let isVerb = ["is", "was"].contains { ASCII.equalIgnoringCase(bytes[range], lowercased: $0) }
      let value = isVerb ? TextValue.argument(in: bytes, from: range.upperBound) : range
      guard let value, TextValue.isUnlikeWord(bytes[value]) else { return space + 1 }
      return leaveOut(value)
    }
    guard let range = TextValue.credential(in: bytes, from: space + 1) else { return space + 1 }
    return leaveOut(range)
  }

  private static let words = ["password", "passwd", "passphrase", "secret", "token"]

  /// True if a text may contain a JSON Web Token or the token of a service.
  static func mayHaveToken(_ text: String) -> Bool {
    text.withBytes { bytes in
      webTokenStart.offset(in: UnsafeRawBufferPointer(bytes), from: 0) != nil || ServiceToken.mayBe(in: bytes)
    }
  }

  private static let webTokenStart = ByteSearch("eyJ")

  /// True if two parts of a token are there, both of them JSON: the token is cut off or has no signature.
  private func isUnsigned(_ token: Range<Int>) -> Bool {
    bytes[token].drop { $0 != UInt8(ascii: ".") }.dropFirst().starts(with: "eyJ".utf8)
  }

  /// Redacts a JSON Web Token. It begins with `eyJ`, which is a JSON object in base 64, and has at least two dots.
  mutating func webToken(at place: Int) -> Int {
    guard place + 2 < bytes.count, bytes[place + 1] == UInt8(ascii: "y"),
      bytes[place + 2] == UInt8(ascii: "J")
    else { return place + 1 }
    var (end, dots) = (place, 0)
    while end < bytes.count, TextValue.isBase64URL(bytes[end]) || bytes[end] == UInt8(ascii: ".") {
      dots += bytes[end] == UInt8(ascii: ".") ? 1 : 0
      end += 1
    }
    return dots >= 2 || isUnsigned(place..<end) ? leaveOut(place..<end) : end
  }

  /// Redacts a private key in PEM (RFC 7468), up to the line that ends it.
  mutating func privateKey(at place: Int) -> Int {
    guard place + 1 < bytes.count, bytes[place + 1] == UInt8(ascii: "-"),
      bytes[place...].starts(with: "-----BEGIN ".utf8)
    else { return serviceToken(at: place) ?? place + 1 }
    let start = place + 11
    let label = bytes[start...].prefix(64).prefix { $0 != UInt8(ascii: "-") }
    guard ByteSearch("PRIVATE KEY").occurs(in: Data(label)) else { return start }
    return leaveOutContent(from: label.endIndex, until: "-----END")
  }

  /// Redacts a token that its form identifies, whatever its name is, as in `ghp_…`. Returns nil if no token is around the byte.
  mutating func serviceToken(at place: Int) -> Int? {
    guard let range = ServiceToken.range(in: bytes, around: place), range.lowerBound >= copied else {
      return nil
    }
    return leaveOut(range)
  }
}
