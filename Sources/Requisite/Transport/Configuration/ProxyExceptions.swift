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
    guard !entries.isEmpty, let host = url.host(percentEncoded: false).flatMap(HostName.normalized) else {
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
