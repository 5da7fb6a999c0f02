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
    guard let host = url.host(percentEncoded: false), let host = HostName.normalized(host) else {
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

  private static func host(named name: String) throws(SettingProblem) -> String {
    guard let host = HostName.parsed(name) else {
      throw SettingProblem(
        "“\(name)” is not just a host name, so the public keys pinned for it match nothing")
    }
    return host
  }
}

/// A description of why a setting cannot be used.
struct SettingProblem: Error {
  let words: String

  init(_ words: String) { self.words = words }

  /// The problem as a ``NetworkRequestError/invalidRequest(_:)`` of the options.
  var error: NetworkRequestError { .invalidRequest(InvalidRequest(.options, words)) }
}
