/// The text of a URL, or of a reference to one, as a server or a user wrote it (RFC 3986 §4.1).
enum URLReference {
  private static let allowed = ByteSet(ByteSet.alphanumeric, "-._~", "!$&'()*+,;=", ":@/?#")
  private static let inScheme = ByteSet(ByteSet.alphanumeric, "+-.")

  /// The text with those bytes escaped that its path, query and fragment must not contain. Escapes are kept as they are, and
  /// so is the authority.
  ///
  /// `URL(string:)` alone escapes the whole path or query again for one such byte, which RFC 3986 §2.4 forbids: of
  /// `?page[size]=2&after=a%2Fb` it makes `?page%5Bsize%5D=2&after=a%252Fb`.
  ///
  /// A reference that begins with a segment such as `a b:c`, which has a colon but is no scheme, gets `./` before it
  /// (RFC 3986 §4.2).
  static func escaped(_ text: String) -> String {
    text.withBytes { bytes in
      let colon = colonOfFirstSegment(bytes)
      if let colon, !isScheme(bytes[..<colon]) { return escaped("./" + text) }
      let start = endOfAuthority(bytes, scheme: colon)
      guard (start..<bytes.count).contains(where: { !isKept(bytes, at: $0) }) else { return text }
      var result = String(decoding: bytes[..<start], as: UTF8.self)
      var kept = start
      for place in start..<bytes.count where !isKept(bytes, at: place) {
        result += String(decoding: bytes[kept..<place], as: UTF8.self)
        result += PercentEncoding.escaped(bytes[place])
        kept = place + 1
      }
      return result + String(decoding: bytes[kept...], as: UTF8.self)
    }
  }

  /// True if a byte is allowed, or begins an escape.
  private static func isKept(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
    guard bytes[place] == UInt8(ascii: "%") else { return allowed.contains(bytes[place]) }
    return Hexadecimal.byte(bytes[(place + 1)...].prefix(2)) != nil
  }

  /// The offset after the scheme and the authority; 0 for a reference that has neither.
  private static func endOfAuthority(_ bytes: UnsafeBufferPointer<UInt8>, scheme colon: Int?) -> Int {
    let start = colon.map { $0 + 1 } ?? 0
    guard bytes[start...].starts(with: "//".utf8) else { return start }
    return bytes[(start + 2)...].firstIndex(where: isEnd) ?? bytes.count
  }

  private static func colonOfFirstSegment(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let place = bytes.firstIndex { $0 == UInt8(ascii: ":") || isEnd($0) }
    return place.flatMap { bytes[$0] == UInt8(ascii: ":") ? $0 : nil }
  }

  private static func isEnd(_ byte: UInt8) -> Bool { "/?#".utf8.contains(byte) }

  /// True if the bytes begin with a letter, and the others may follow in a scheme (RFC 3986 §3.1).
  private static func isScheme(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    bytes.first.map { ASCII.lowercased($0) &- UInt8(ascii: "a") < 26 } == true
      && bytes.allSatisfy(inScheme.contains)
  }
}
