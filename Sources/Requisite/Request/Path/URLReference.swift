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

  /// A URL without query and fragment in the form of RFC 3986 §6.2.2 and §6.2.3, in which two spellings of one address are
  /// equal: scheme and host in lower case, no escapes that are not needed, no dot segments, no default port, and `/` for an
  /// empty path.
  static func normalizedAddress(of text: String) -> String {
    let address = Substring(text.utf8.prefix { !"?#".utf8.contains($0) })
    let colon = address.withBytes { bytes in
      colonOfFirstSegment(bytes).flatMap { isScheme(bytes[..<$0]) ? $0 : nil }
    }
    guard let colon else { return withoutNeedlessEscapes(address) }
    let scheme = ASCII.lowercased(String(address[bytesAt: 0..<colon]))
    var rest = address[bytesAt: (colon + 1)..<address.utf8.count]
    guard rest.utf8.starts(with: "//".utf8) else { return "\(scheme):\(withoutNeedlessEscapes(rest))" }
    rest = rest.dropFirst(2)
    let slash = rest.firstIndex(ofByte: { $0 == UInt8(ascii: "/") }) ?? rest.endIndex
    var authority = rest[..<slash]
    let userEnd = authority.utf8.lastIndex(of: UInt8(ascii: "@")).map(authority.utf8.index(after:))
    let user = authority[..<(userEnd ?? authority.startIndex)]
    authority = authority[user.endIndex...]
    let port = [":", scheme == "https" ? ":443" : scheme == "http" ? ":80" : ":"].first {
      authority.utf8.suffix($0.utf8.count).elementsEqual($0.utf8)
    }
    let host = withoutNeedlessEscapes(authority.dropLast(port?.utf8.count ?? 0))
    let path = Substring(withoutNeedlessEscapes(rest[slash...].dropFirst()))
    return "\(scheme)://\(user)\(ASCII.lowercased(host))/\(DotSegments.removed(from: path) ?? String(path))"
  }

  /// The text with each escape of a byte that needs none decoded, and the digits of the others in upper case.
  private static func withoutNeedlessEscapes(_ text: Substring) -> String {
    var (result, rest) = ([UInt8](), text.utf8[...])
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%"), let escaped = Hexadecimal.byte(rest.prefix(2)) else {
        result.append(byte)
        continue
      }
      result +=
        ByteSet.unreserved.contains(escaped) ? [escaped] : Array(PercentEncoding.escaped(escaped).utf8)
      rest = rest.dropFirst(2)
    }
    return String(decoding: result, as: UTF8.self)
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
