/// The hosts that are reached without the proxy: the entries of ``TransportConfiguration/Proxy/server(_:except:)``, or of
/// the environment variable `no_proxy`.
///
/// The library compares them itself, because versions of libcurl differ in the forms that they know, and silently skip
/// the others.
struct ProxyExceptions: Sendable {
  /// An entry of the list.
  enum Entry: Sendable, Equatable {
    case everything
    /// A host and, if it is a name, its subdomains; nil for any port.
    case host(String, port: Int?)
    /// The addresses that have these first bits (CIDR, RFC 4632).
    case block([UInt8], bits: Int)
  }

  let entries: [Entry]

  /// - Parameters:
  ///   - list: The entries. Empty ones are ignored.
  ///   - setting: The name of the setting, for the error.
  /// - Throws: An error that quotes an entry which could match nothing.
  init(_ list: [String], of setting: String) throws(SettingProblem) {
    var entries: [Entry] = []
    for text in list.map({ ASCII.trimmed($0[...]) }) where !text.isEmpty {
      guard let entry = Self.entry(text) else {
        throw SettingProblem(
          "“\(Redaction.standard.malformedURL(String(text)))” in \(setting) matches no host: write a name, an address, "
            + "either of them with a port, a block of addresses such as 10.0.0.0/8, or * for all hosts")
      }
      entries.append(entry)
    }
    self.entries = entries
  }

  /// True if the proxy is not used for the URL.
  func contains(_ url: URL) -> Bool {
    guard !entries.isEmpty, let host = HostName.normalized(of: url) else {
      return entries.contains(.everything)
    }
    let port = Origin(url).port
    return entries.contains { entry in
      switch entry {
      case .everything: true
      case .host(let name, let wanted): (wanted ?? port) == port && CookieDomain.matches(host, name)
      case .block(let prefix, let bits):
        HostName.bytes(ofAddress: host).map { Self.begin($0, prefix, bits) } ?? false
      }
    }
  }

  private static func entry(_ text: Substring) -> Entry? {
    if text == "*" { return .everything }
    if let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")) {
      return block(text[..<slash], text[text.utf8.index(after: slash)...])
    }
    var (host, port) = (text, Int?.none)
    // An IPv6 address has several colons, and a port only after its brackets.
    if let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")),
      text.utf8.first == UInt8(ascii: "[")
        ? text[..<colon].utf8.last == UInt8(ascii: "]") : text.utf8.firstIndex(of: UInt8(ascii: ":")) == colon
    {
      let digits = text[text.utf8.index(after: colon)...]
      guard ASCII.isNumber(digits), let number = UInt16(digits) else { return nil }
      (host, port) = (text[..<colon], Int(number))
    }
    for prefix in ["*.", "."] where host.utf8.starts(with: prefix.utf8) {
      host = host.dropFirst(prefix.count)
      break
    }
    return HostName.parsed(String(host)).map { .host($0, port: port) }
  }

  private static func block(_ address: Substring, _ bits: Substring) -> Entry? {
    guard ASCII.isNumber(bits), let bits = Int(bits),
      let bytes = HostName.bytes(ofAddress: String(address)), bits <= bytes.count * 8
    else { return nil }
    return .block(bytes, bits: bits)
  }

  private static func begin(_ address: [UInt8], _ prefix: [UInt8], _ bits: Int) -> Bool {
    guard address.count == prefix.count else { return false }
    return (0..<bits).allSatisfy { bit in
      let mask = UInt8(0x80) >> UInt8(bit % 8)
      return address[bit / 8] & mask == prefix[bit / 8] & mask
    }
  }
}

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
    guard isName, !isBracketed, let url = URL(string: "https://\(authority)/") else { return nil }
    return normalized(of: url)
  }

  /// Returns the normalized host of a URL; nil if it has none.
  static func normalized(of url: URL) -> String? {
    normalized(PercentEncoding.decoded(Origin(url).host.utf8, plusIsSpace: false))
  }

  private static func isHostByte(_ byte: UInt8) -> Bool {
    ASCII.isLetter(byte) || ASCII.isDigit(byte) || "-._".utf8.contains(byte)
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
