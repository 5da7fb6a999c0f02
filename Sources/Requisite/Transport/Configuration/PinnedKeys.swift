/// The pinned public keys of a configuration, by normalized host.
///
/// A host has many spellings: `API.test.`, `127.1`, `0x7f000001`, `bücher.test`. The names in the configuration and the
/// host of a URL are both normalized before they are compared, so that no spelling bypasses a pin.
struct PinnedKeys: Sendable {
  private var keys: [String: Set<String>] = [:]

  /// True if no host has pins.
  var isEmpty: Bool { keys.isEmpty }

  /// - Throws: An error that quotes a name that is not a host, or a text that is not a SHA-256 hash.
  init(_ pinned: [String: Set<String>]) throws(SettingProblem) {
    for (name, hashes) in pinned {
      let host = try Self.host(named: name)
      guard keys[host] == nil else {
        throw SettingProblem("“\(host)” has pinned public keys under two names")
      }
      // An empty set would otherwise mean the same as no pin.
      guard !hashes.isEmpty else { throw SettingProblem("no public key is pinned for “\(name)”") }
      for hash in hashes where Data(base64Encoded: hash)?.count != 32 || hash.utf8.count != 44 {
        throw SettingProblem(
          "“\(hash)” is not a SHA-256 hash in Base64, so it matches no public key of “\(name)”")
      }
      keys[host] = hashes
    }
  }

  /// Returns the pins of the URL's host, or nil if it has none.
  func pins(for url: URL) throws(SettingProblem) -> Set<String>? {
    guard !keys.isEmpty else { return nil }
    guard let host = url.host(percentEncoded: false), let host = Self.normalized(host) else {
      throw Self.incomparable("of “\(url.printable)”")
    }
    return pins(ofNormalized: host)
  }

  /// Returns the pins of a host in any spelling, or nil if it has none.
  ///
  /// - Throws: An error if there are pins and the text is not a host: a pin could be meant for it.
  func pins(forHost host: String) throws(SettingProblem) -> Set<String>? {
    guard !keys.isEmpty else { return nil }
    guard let known = Self.normalized(host) ?? Self.host(of: host) else {
      throw Self.incomparable("“\(host)”")
    }
    return pins(ofNormalized: known)
  }

  private static func incomparable(_ host: String) -> SettingProblem {
    SettingProblem("the host \(host) cannot be compared with those of the pinned public keys")
  }

  /// The pins of an address without a zone apply in each zone: `fe80::1` also to `fe80::1%eth0`.
  private func pins(ofNormalized host: String) -> Set<String>? {
    keys[host] ?? host.utf8.firstIndex(of: UInt8(ascii: "%")).flatMap { keys[String(host[..<$0])] }
  }

  private static func host(named name: String) throws(SettingProblem) -> String {
    guard let host = host(of: name) else {
      throw SettingProblem(
        "“\(name)” is not just a host name, so the public keys pinned for it match nothing")
    }
    return host
  }

  /// Returns the normalized host that a text names; nil if the text is not a host.
  private static func host(of name: String) -> String? {
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
  private static func normalized(_ host: String) -> String? {
    var host = ASCII.lowercased(host)
    while host.utf8.last == UInt8(ascii: ".") { host.removeLast() }
    if let address = HostAddress.normalized(host) { return address }
    guard !host.isEmpty, host.utf8.allSatisfy(isHostByte) else { return nil }
    return host
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

/// A description of why a setting cannot be used.
struct SettingProblem: Error {
  let words: String

  init(_ words: String) { self.words = words }

  /// The problem as a ``NetworkRequestError/invalidRequest(_:)`` of the options.
  var error: NetworkRequestError { .invalidRequest(InvalidRequest(.options, words)) }
}
