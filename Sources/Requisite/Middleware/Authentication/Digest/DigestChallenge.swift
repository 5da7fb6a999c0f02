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
  /// One without `qop` is that of RFC 2069, which RFC 7616 gave up: anyone who hears an answer can give it again.
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
