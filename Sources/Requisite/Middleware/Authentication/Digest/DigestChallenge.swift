/// What a server asks for by `WWW-Authenticate: Digest` (RFC 7616 §3.3), where it can be answered here.
struct DigestChallenge: Sendable {
  let realm: String
  let nonce: String
  let opaque: String?
  let algorithm: DigestAlgorithm
  let isStale: Bool
  let hashesUser: Bool

  /// Reads a challenge; nil where it is of another scheme, lacks something, or names an algorithm that is not known
  /// here, or no protection but that of bodies (`auth-int`).
  ///
  /// A challenge without `qop` follows RFC 2069, which RFC 7616 dropped: an eavesdropper can replay its answer.
  init?(_ challenge: AuthenticationChallenge) {
    guard challenge.isScheme("Digest"), let realm = challenge["realm"], let nonce = challenge["nonce"],
      let algorithm = DigestAlgorithm(name: challenge["algorithm"] ?? "MD5"),
      let qop = challenge["qop"], HTTPQuoting.split(qop, at: ",").contains(where: Self.isAuth)
    else { return nil }
    (self.realm, self.nonce, self.algorithm) = (realm, nonce, algorithm)
    opaque = challenge["opaque"]
    isStale = challenge["stale"].map { ASCII.equalIgnoringCase($0, "true") } ?? false
    hashesUser = challenge["userhash"].map { ASCII.equalIgnoringCase($0, "true") } ?? false
  }

  private static func isAuth(_ qop: Substring) -> Bool { ASCII.equalIgnoringCase(String(qop), "auth") }
}

/// A hash of Digest authentication (RFC 7616 §3.3), of each request or of a session.
public enum DigestAlgorithm: String, Sendable, CaseIterable {
  /// MD5, the default of a server that names no algorithm.
  case md5 = "MD5"
  /// MD5, with a key that is made once for a session.
  case md5Session = "MD5-sess"
  /// SHA-256, of each request.
  case sha256 = "SHA-256"
  /// SHA-256, with a key that is made once for a session.
  case sha256Session = "SHA-256-sess"

  /// The algorithm of that name, the case of letters aside; nil for one that is not known here.
  init?(name: String) {
    guard let found = Self.allCases.first(where: { ASCII.equalIgnoringCase($0.rawValue, name) }) else {
      return nil
    }
    self = found
  }

  var isSession: Bool { self == .md5Session || self == .sha256Session }

  /// The hash of parts joined by colons, as hexadecimal digits.
  func hash(_ parts: String...) -> String {
    let text = parts.joined(separator: ":").utf8
    let bytes =
      switch self {
      case .md5, .md5Session: MD5.hash(text)
      case .sha256, .sha256Session: SHA256.hash(text)
      }
    return Hexadecimal.encode(bytes)
  }
}
