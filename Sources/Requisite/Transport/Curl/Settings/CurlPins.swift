#if os(Linux)
  /// The pinned public keys of a configuration, in libcurl's notation, by the one spelling of each host.
  ///
  /// A host has many spellings: `API.test.`, `127.1`, `0x7f000001`, `bücher.test`. The names of the configuration and the
  /// host of a URL are brought into the same one before they are compared, so that no spelling gets round a pin.
  struct CurlPins: Sendable {
    private var keys: [String: String] = [:]

    /// - Throws: What makes a name one that no URL can have, or a key one that no certificate can have.
    init(_ pinned: [String: Set<String>]) throws(CurlProblem) {
      for (name, hashes) in pinned {
        let host = try Self.host(named: name)
        guard keys[host] == nil else { throw .option("“\(host)” has pinned public keys under two names") }
        // No key at all would be taken for no pinning at all.
        guard !hashes.isEmpty else { throw .option("no public key is pinned for “\(name)”") }
        for hash in hashes where Data(base64Encoded: hash)?.count != 32 || hash.utf8.count != 44 {
          throw .option("“\(hash)” is not a SHA-256 hash in Base64, so it matches no public key of “\(name)”")
        }
        keys[host] = hashes.sorted().map { "sha256//\($0)" }.joined(separator: ";")
      }
    }

    /// The pins of a URL's host; nil where it has none.
    func pins(for url: URL) throws(CurlProblem) -> String? {
      guard !keys.isEmpty else { return nil }
      guard let host = url.host(percentEncoded: false), let host = Self.normalized(host) else {
        throw .option(
          "the host of “\(url.printable)” cannot be compared with those of the pinned public keys")
      }
      return keys[host]
    }

    private static func host(named name: String) throws(CurlProblem) -> String {
      let isBracketed = name.utf8.starts(with: "[".utf8) && !name.utf8.contains(UInt8(ascii: ":"))
      let isAddress = name.utf8.contains(UInt8(ascii: ":")) && !name.utf8.starts(with: "[".utf8)
      let authority = isAddress ? "[\(name)]" : name
      // Letters, digits, hyphens and dots; the brackets and colons of an address; what is not ASCII becomes `xn--`.
      let isName = authority.utf8.allSatisfy { byte in
        byte >= 0x80 || isHostByte(byte)
          || authority.utf8.starts(with: "[".utf8) && "[]:%".utf8.contains(byte)
      }
      guard isName, !isBracketed, let url = URL(string: "https://\(authority)/"),
        let host = url.host(percentEncoded: false),
        let host = normalized(host)
      else {
        throw .option(
          "“\(name)” is not the name of a host alone, so the public keys pinned for it match nothing")
      }
      return host
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
      switch ASCII.lowercased(byte) {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "_"):
        true
      default: false
      }
    }

    /// Lower case, without the dot of the root, addresses in their shortest form; nil for what is no host of ASCII.
    private static func normalized(_ host: String) -> String? {
      var host = ASCII.lowercased(host)
      if host.utf8.last == UInt8(ascii: ".") { host.removeLast() }
      if let address = CurlAddress.normalized(host) { return address }
      guard !host.isEmpty, host.utf8.allSatisfy(isHostByte) else { return nil }
      return host
    }
  }

  /// Addresses in text, as the system's resolver reads them.
  private enum CurlAddress {
    /// The usual form of an address of either version; nil for a name.
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
      return printed(AF_INET6, &address).map { $0 + text[(zone ?? text.endIndex)...] }
    }

    private static func printed(_ family: Int32, _ address: UnsafeRawPointer) -> String? {
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
        inet_ntop(family, address, buffer.baseAddress, 64).map { String(cString: $0) }
      }
    }
  }
#endif
