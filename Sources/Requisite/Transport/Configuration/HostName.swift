/// The names of hosts as settings compare them.
///
/// A host has many spellings: `API.test.`, `127.1`, `0x7f000001`, `bücher.test`. A name in a setting and the host of a URL
/// are both normalized before they are compared.
enum HostName {
  /// Returns the normalized host that a text names; nil if the text is not a host.
  static func parsed(_ name: String) -> String? {
    let isBracketed = name.utf8.starts(with: "[".utf8) && !name.utf8.contains(UInt8(ascii: ":"))
    let isAddress = name.utf8.contains(UInt8(ascii: ":")) && !name.utf8.starts(with: "[".utf8)
    let authority = isAddress ? "[\(name)]" : name
    // Letters, digits, hyphens, underscores and dots, and the brackets and colons of an address. Other
    // characters become `xn--`.
    let isName = authority.utf8.allSatisfy { byte in
      byte >= 0x80 || isHostByte(byte)
        || authority.utf8.starts(with: "[".utf8) && "[]:%".utf8.contains(byte)
    }
    guard isName, !isBracketed, let url = URL(string: "https://\(authority)/"),
      let host = url.host(percentEncoded: false)
    else { return nil }
    return normalized(host)
  }

  private static func isHostByte(_ byte: UInt8) -> Bool {
    switch ASCII.lowercased(byte) {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// Returns the host in lower case, without trailing dots, with addresses in their canonical form. Returns nil if
  /// the host is not ASCII.
  static func normalized(_ host: String) -> String? {
    var host = ASCII.lowercased(host)
    while host.utf8.last == UInt8(ascii: ".") { host.removeLast() }
    if let address = HostAddress.normalized(host) { return address }
    guard !host.isEmpty, host.utf8.allSatisfy(isHostByte) else { return nil }
    return host
  }

  /// The bytes of an IPv4 or IPv6 address in its usual form, without brackets or zone; nil for other text.
  static func bytes(ofAddress text: String) -> [UInt8]? {
    var (four, six) = (in_addr(), in6_addr())
    if inet_pton(AF_INET, text, &four) == 1 { return withUnsafeBytes(of: &four) { Array($0) } }
    return inet_pton(AF_INET6, text, &six) == 1 ? withUnsafeBytes(of: &six) { Array($0) } : nil
  }
}

/// Parses addresses the way the system's resolver does.
private enum HostAddress {
  /// Returns the canonical form of an IPv4 or IPv6 address, or nil for a name.
  static func normalized(_ text: String) -> String? {
    if text.utf8.contains(UInt8(ascii: ":")) { return version6(text) }
    var address = in_addr()
    // One to four numbers, each decimal, octal or hexadecimal: `127.1` is 127.0.0.1.
    guard inet_aton(text, &address) != 0 else { return nil }
    return printed(AF_INET, &address)
  }

  private static func version6(_ text: String) -> String? {
    let zone = text.utf8.firstIndex(of: UInt8(ascii: "%"))
    var address = in6_addr()
    guard inet_pton(AF_INET6, String(text[..<(zone ?? text.endIndex)]), &address) == 1 else { return nil }
    // `::ffff:127.0.0.1` reaches the host 127.0.0.1 (RFC 4291 §2.5.5.2).
    let mapped = withUnsafeBytes(of: &address) { bytes in
      bytes.starts(with: Array(repeating: 0, count: 10) + [0xFF, 0xFF])
        ? bytes.baseAddress.flatMap { printed(AF_INET, $0 + 12) } : nil
    }
    if let mapped { return mapped }
    return printed(AF_INET6, &address).map { $0 + text[(zone ?? text.endIndex)...] }
  }

  private static func printed(_ family: Int32, _ address: UnsafeRawPointer) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
      inet_ntop(family, address, buffer.baseAddress, 64).map { String(cString: $0) }
    }
  }
}
