/// The pinned public keys of a configuration, by normalized host.
///
/// The names in the configuration and the host of a URL are both normalized before they are compared, so that no spelling
/// bypasses a pin.
struct PinnedKeys: Sendable {
  private var keys: [String: Set<String>] = [:]

  /// True if no host has pins.
  var isEmpty: Bool { keys.isEmpty }

  /// - Throws: An error that quotes a name that is not a host, or a text that is not a SHA-256 hash.
  init(_ pinned: [String: Set<String>]) throws(SettingProblem) {
    for (name, hashes) in pinned {
      guard let host = HostName.parsed(name) else {
        throw SettingProblem(
          "“\(name)” is not just a host name, so the public keys pinned for it match nothing")
      }
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
    guard let host = HostName.normalized(of: url) else {
      throw Self.incomparable("of “\(url.printable)”")
    }
    return pins(ofNormalized: host)
  }

  /// Returns the pins of a host in any spelling, or nil if it has none.
  ///
  /// - Throws: An error if there are pins and the text is not a host: a pin could be meant for it.
  func pins(forHost host: String) throws(SettingProblem) -> Set<String>? {
    guard !keys.isEmpty else { return nil }
    guard let known = HostName.normalized(host) ?? HostName.parsed(host) else {
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
}

/// Reads the public key of a certificate from its DER (RFC 5280 §4.1), for comparison with pinned keys.
///
/// `SecKeyCopyExternalRepresentation` omits the algorithm identifier that RFC 7469 includes in the hash, so the key is read
/// from the certificate. That works for every kind of key, including those that Security does not support.
enum CertificateKey {
  /// Returns the SHA-256 hash of the SubjectPublicKeyInfo in Base64, or nil if the bytes are not a certificate.
  static func pin(ofCertificate der: some Collection<UInt8>) -> String? {
    subjectPublicKeyInfo(ofCertificate: Array(der)).map { Data(SHA256.hash($0)).base64EncodedString() }
  }

  /// Returns the SubjectPublicKeyInfo, including its tag and length.
  static func subjectPublicKeyInfo(ofCertificate der: [UInt8]) -> ArraySlice<UInt8>? {
    var file = DER(der[...])
    guard var certificate = file.next(0x30)?.contents, var body = certificate.next(0x30)?.contents else {
      return nil
    }
    // A certificate of version 1 omits the version.
    _ = body.next(0xA0)
    // Serial number, algorithm, issuer, validity and subject.
    for tag in [UInt8(0x02), 0x30, 0x30, 0x30, 0x30] where body.next(tag) == nil { return nil }
    return body.next(0x30)?.whole
  }
}

/// Reads consecutive values from DER (X.690 §10), in which every length is definite.
private struct DER {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  /// Returns the next value; nil if it exceeds the remaining bytes, or has another tag, which then is still the next one.
  mutating func next(_ tag: UInt8) -> (whole: ArraySlice<UInt8>, contents: DER)? {
    let all = rest
    guard rest.first == tag else { return nil }
    rest.removeFirst()
    guard let count = length(), count <= rest.count else { return nil }
    let contents = rest.prefix(count)
    rest = rest.dropFirst(count)
    return (all[..<contents.endIndex], DER(contents))
  }

  private mutating func length() -> Int? {
    guard let first = rest.popFirst() else { return nil }
    guard first >= 0x80 else { return Int(first) }
    let size = Int(first & 0x7F)
    guard (1...4).contains(size), rest.count >= size else { return nil }
    defer { rest = rest.dropFirst(size) }
    return rest.prefix(size).reduce(0) { $0 << 8 | Int($1) }
  }
}

/// Reads certificates from PEM (RFC 7468 §5).
enum PEM {
  /// Returns the certificates as DER, in order, or nil if one is not Base64 or the text has no certificate.
  static func certificates(in text: String) -> [Data]? {
    var found: [Data] = []
    var lines: [Substring]?
    for line in text.split(whereSeparator: \.isNewline) {
      switch ASCII.trimmed(line) {
      case "-----BEGIN CERTIFICATE-----": lines = []
      case "-----END CERTIFICATE-----":
        guard let base64 = lines.take(), let data = Data(base64Encoded: base64.joined()) else { return nil }
        found.append(data)
      case let line: lines?.append(line)
      }
    }
    return found.isEmpty ? nil : found
  }
}
