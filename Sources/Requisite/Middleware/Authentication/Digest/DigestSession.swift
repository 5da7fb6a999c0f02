/// A nonce of a server's, and how often it was used (RFC 7616 §3.4).
struct DigestSession: Sendable {
  let challenge: DigestChallenge
  private(set) var nonce: String
  private var count = 0
  private let user: String
  /// The hash of the password. It is as secret as the password.
  private let key: Secret
  /// The client nonce of a `-sess` algorithm, whose key is made of it once for all requests.
  private let sessionNonce: String?

  /// Begins a session.
  init(_ challenge: DigestChallenge, user: String, password: Secret, clientNonce: String) {
    self.challenge = challenge
    self.user = user
    nonce = challenge.nonce
    let algorithm = challenge.algorithm
    let hash = algorithm.hash(user, challenge.realm, password.revealed)
    key = Secret(algorithm.isSession ? algorithm.hash(hash, challenge.nonce, clientNonce) : hash)
    sessionNonce = algorithm.isSession ? clientNonce : nil
  }

  /// The credential for the next request. Each has a number of its own, so that an eavesdropper cannot send it again.
  mutating func authorization(
    method: HTTPMethod, target: String, clientNonce: String
  ) -> Authorization {
    count += 1
    let clientNonce = sessionNonce ?? clientNonce
    let number = Hexadecimal.encode(UInt32(truncatingIfNeeded: count))
    let algorithm = challenge.algorithm
    let response = algorithm.hash(
      key.revealed, nonce, number, clientNonce, "auth", algorithm.hash(method.rawValue, target))
    let fields = [
      userField, "realm=\(quoted(challenge.realm))", "uri=\(quoted(target))",
      "algorithm=\(algorithm.rawValue)",
      "nonce=\(quoted(nonce))", "nc=\(number)", "cnonce=\(quoted(clientNonce))", "qop=auth",
      "response=\(quoted(response))", challenge.opaque.map { "opaque=\(quoted($0))" },
      challenge.hashesUser ? "userhash=true" : nil,
    ]
    return Authorization(scheme: "Digest", credentials: fields.compactMap(\.self).joined(separator: ", "))
  }

  /// Switches to the nonce that the server announced for the next request (`nextnonce`, §3.5).
  mutating func renew(_ nonce: String) {
    guard nonce != self.nonce else { return }
    self.nonce = nonce
    count = 0
  }

  private var userField: String {
    if challenge.hashesUser { return "username=\(quoted(challenge.algorithm.hash(user, challenge.realm)))" }
    guard user.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
      return "username*=UTF-8''\(PercentEncoding.escape(user, keeping: .attributeCharacters))"
    }
    return "username=\(quoted(user))"
  }

  private func quoted(_ text: String) -> String { HTTPQuoting.quoted(text) }
}
