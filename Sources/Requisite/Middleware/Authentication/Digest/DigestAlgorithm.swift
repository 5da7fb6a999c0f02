/// A hash of Digest authentication (RFC 7616 §3.3), of each request or of a session.
public enum DigestAlgorithm: String, Sendable, CaseIterable {
  /// MD5, which is what a server means that names none.
  case md5 = "MD5"
  /// MD5, with a key that is made once for a session.
  case md5Session = "MD5-sess"
  /// SHA-256.
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
