/// The authority of a URL within text: what stands after `//`.
enum Authority {
  /// How far a user name and password are looked for that have a slash in them.
  private static let longest = 1_024

  /// The place after the `@` that ends a user name and password; nil where there is none.
  ///
  /// A password may have a slash, `?` or `#` in it that should have been escaped. Then the authority seems to end in a port
  /// that is no number, and the last `@` counts that follows.
  static func endOfUserInfo(in bytes: [UInt8], from start: Int) -> Int? {
    let end = bytes[start...].firstIndex(where: endsAuthority) ?? bytes.count
    let authority = bytes[start..<end]
    if let at = authority.lastIndex(of: UInt8(ascii: "@")) { return at + 1 }
    guard let colon = authority.lastIndex(of: UInt8(ascii: ":")), authority.last != UInt8(ascii: "]"),
      !authority[(colon + 1)...].allSatisfy({ (0x30...0x39).contains($0) })
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
