/// A server's nonce, and how often it has been used (RFC 7616 §3.4).
struct DigestSession: Sendable {
  let challenge: DigestChallenge
  private(set) var nonce: String
  private var count = 0
  private let user: String
  /// The hash of the password, which is as secret as the password.
  private let key: Secret
  /// The client nonce of a `-sess` algorithm, which is hashed into the key once for all requests; nil for other
  /// algorithms.
  private let sessionNonce: String?

  /// Starts a session with the nonce of a challenge.
  init(_ challenge: DigestChallenge, user: String, password: Secret, clientNonce: String) {
    self.challenge = challenge
    self.user = user
    nonce = challenge.nonce
    let algorithm = challenge.algorithm
    let hash = algorithm.hash([user, challenge.realm, password.revealed])
    key = Secret(algorithm.isSession ? algorithm.hash([hash, challenge.nonce, clientNonce]) : hash)
    sessionNonce = algorithm.isSession ? clientNonce : nil
  }

  /// Returns the credential for the next request. Each has its own count, so that an eavesdropper cannot send it again.
  /// Returns nil if the credential must have the hash of a body that is not in memory.
  mutating func authorization(for request: TransportRequest, clientNonce: String) -> Authorization? {
    let algorithm = challenge.algorithm
    let target = URLParts(request.url).requestTarget
    var parts = [request.method.rawValue, target]
    if challenge.protectsBody {
      guard let body = request.body.bytesInMemory else { return nil }
      parts.append(algorithm.hash(body))
    }
    if challenge.isLegacy { return legacyAuthorization(algorithm.hash(parts), target) }
    count += 1
    let clientNonce = sessionNonce ?? clientNonce
    let number = Hexadecimal.encode(UInt32(truncatingIfNeeded: count))
    let qop = challenge.protectsBody ? "auth-int" : "auth"
    let response = algorithm.hash([
      key.revealed, nonce, number, clientNonce, qop, algorithm.hash(parts),
    ])
    let fields = [
      userField, "realm=\(quoted(challenge.realm))", "uri=\(quoted(target))",
      "algorithm=\(algorithm.rawValue)",
      "nonce=\(quoted(nonce))", "nc=\(number)", "cnonce=\(quoted(clientNonce))", "qop=\(qop)",
      "response=\(quoted(response))", challenge.opaque.map { "opaque=\(quoted($0))" },
      challenge.hashesUser ? "userhash=true" : nil,
    ]
    return Authorization(scheme: "Digest", credentials: fields.compactMap(\.self).joined(separator: ", "))
  }

  /// The credential for a challenge without `qop` (RFC 2617 §3.2.2.1).
  private func legacyAuthorization(_ request: String, _ target: String) -> Authorization {
    let response = challenge.algorithm.hash([key.revealed, nonce, request])
    let fields = [
      userField, "realm=\(quoted(challenge.realm))", "nonce=\(quoted(nonce))", "uri=\(quoted(target))",
      "response=\(quoted(response))", challenge.opaque.map { "opaque=\(quoted($0))" },
      challenge.namesAlgorithm ? "algorithm=\(challenge.algorithm.rawValue)" : nil,
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
    if challenge.hashesUser { return "username=\(quoted(challenge.algorithm.hash([user, challenge.realm])))" }
    guard user.utf8.allSatisfy(ASCII.isPrintable) else {
      return "username*=UTF-8''\(PercentEncoding.escape(user, keeping: .attributeCharacters))"
    }
    return "username=\(quoted(user))"
  }

  private func quoted(_ text: String) -> String { HTTPQuoting.quoted(text) }
}

/// A `WWW-Authenticate: Digest` challenge that this client can answer (RFC 7616 §3.3).
struct DigestChallenge: Sendable {
  let realm: String
  let nonce: String
  let opaque: String?
  let algorithm: DigestAuthenticator.Algorithm
  let isStale: Bool
  let hashesUser: Bool
  /// True if only `auth-int` is offered, by which the credential has a hash of the body.
  let protectsBody: Bool
  /// True without `qop`, as RFC 2069 and RFC 2617 have it for old clients: neither the client nor a count is part of the answer,
  /// so an eavesdropper can send it again. Cameras and old servers offer nothing else.
  let isLegacy: Bool
  /// Whether the challenge names its algorithm; old servers do not know the parameter.
  let namesAlgorithm: Bool

  /// Reads a challenge. Returns nil for another scheme, a missing realm or nonce, an unknown algorithm, a `qop` without `auth`
  /// and `auth-int`, and an algorithm for a session without `qop`, which RFC 2617 does not define.
  init?(_ challenge: AuthenticationChallenge) {
    guard challenge.isScheme("Digest"), let realm = challenge["realm"], let nonce = challenge["nonce"],
      let algorithm = DigestAuthenticator.Algorithm(name: challenge["algorithm"] ?? "MD5"),
      case let qop = HTTPQuoting.list(ASCII.lowercased(challenge["qop"] ?? "")),
      qop.isEmpty ? !algorithm.isSession : qop.contains("auth") || qop.contains("auth-int")
    else { return nil }
    isLegacy = qop.isEmpty
    namesAlgorithm = challenge["algorithm"] != nil
    protectsBody = !isLegacy && !qop.contains("auth")
    (self.realm, self.nonce, self.algorithm) = (realm, nonce, algorithm)
    opaque = challenge["opaque"]
    isStale = challenge["stale"].map { ASCII.equalIgnoringCase($0, "true") } ?? false
    hashesUser = challenge["userhash"].map { ASCII.equalIgnoringCase($0, "true") } ?? false
  }
}

extension DigestAuthenticator {
  /// A hash algorithm of Digest authentication (RFC 7616 §3.3), for each request or for a session.
  public enum Algorithm: String, Sendable, CaseIterable {
    /// MD5 for each request: the default if a server names no algorithm.
    case md5 = "MD5"
    /// MD5 with a key that is computed once for a session.
    case md5Session = "MD5-sess"
    /// SHA-256 for each request.
    case sha256 = "SHA-256"
    /// SHA-256 with a key that is computed once for a session.
    case sha256Session = "SHA-256-sess"
    /// SHA-512/256 for each request.
    case sha512 = "SHA-512-256"
    /// SHA-512/256 with a key that is computed once for a session.
    case sha512Session = "SHA-512-256-sess"

    /// Finds the algorithm with this name, compared without regard to case. Returns nil for an unknown name.
    init?(name: String) {
      guard let found = Self.allCases.first(where: { ASCII.equalIgnoringCase($0.rawValue, name) }) else {
        return nil
      }
      self = found
    }

    var isSession: Bool { rawValue.hasSuffix("-sess") }

    /// Returns the hash of the parts, joined by colons, in hexadecimal digits.
    func hash(_ parts: [String]) -> String { hash(parts.joined(separator: ":").utf8) }

    /// Returns the hash of the bytes, in hexadecimal digits.
    func hash(_ bytes: some Sequence<UInt8>) -> String {
      let hash =
        switch self {
        case .md5, .md5Session: MD5.hash(bytes)
        case .sha256, .sha256Session: SHA256.hash(bytes)
        case .sha512, .sha512Session: SHA512.hash256(bytes)
        }
      return Hexadecimal.encode(hash)
    }
  }
}

extension HTTPBody {
  /// The bytes, none without a body; nil if they are not in memory.
  var bytesInMemory: Data? {
    switch content {
    case .none: Data()
    case .data(let data): data
    case .file, .stream: nil
    }
  }
}
