/// An authenticator that proves the knowledge of a password without sending it (RFC 7616).
///
/// It uses MD5, SHA-256 and SHA-512/256, each for the request or for a session (`-sess`), with the quality of protection
/// `auth` or, if the server offers nothing else and the body is in memory, `auth-int`.
///
/// ```swift
/// let digest = DigestAuthenticator(user: "ann", password: password)
/// let camera = DefaultTransport.shared.authenticated(
///   with: digest, for: "http://192.168.1.20")
/// ```
/// The first request is sent without a credential. The server answers with a challenge, and the request is repeated.
/// Later requests carry a credential at once, each with the next count for the same nonce, until the server sends another
/// nonce: with a success (`nextnonce`) or with a 401. If the server rejects the repeated request without marking its
/// nonce as stale, the credential is wrong, and the caller gets the 401. If the server offers Digest only in ways that
/// this type does not use, the call fails with ``NetworkRequestError/authenticationFailed(_:)``, which lists them.
///
/// A challenge without `qop`, as cameras and old servers send, is answered by the rule of RFC 2617 if the server offers nothing
/// else. Anyone who reads that answer can send it again for as long as the server accepts the nonce.
///
/// It does not verify the proof that the server sends in return. Digest hides only the password: prefer `https`.
public final class DigestAuthenticator: Authenticator {
  private let user: String
  private let password: Secret
  private let algorithms: Set<Algorithm>
  private let makeNonce: @Sendable () -> String
  private let sessions = Locked<[Origin: DigestSession]>([:])

  /// Creates an authenticator for one user.
  ///
  /// - Parameters:
  ///   - user: The name of the user.
  ///   - password: The password.
  ///   - algorithms: The hash algorithms to use; all by default. Of those that the server lists, the first one in this
  ///     set is used, as RFC 7616 §3.7 asks. Leave MD5 out if the server is known to have a better one.
  ///   - clientNonce: Creates the client nonce of a credential: 128 random bits from the system by default.
  public init(
    user: String, password: String, algorithms: Set<Algorithm> = Set(Algorithm.allCases),
    clientNonce: @escaping @Sendable () -> String = { Secret.random().revealed }
  ) {
    self.user = user
    self.password = Secret(password)
    self.algorithms = algorithms
    makeNonce = clientNonce
  }

  /// Adds a credential if the server has sent a challenge before and the request has no `Authorization` of its own.
  public func authenticate(
    _ request: TransportRequest
  ) async throws(NetworkRequestError) -> TransportRequest {
    guard !request.headers.contains(.authorization) else { return request }
    let clientNonce = makeNonce()
    let authorization = sessions.withLock {
      $0[Origin(request.url)]?.authorization(for: request, clientNonce: clientNonce)
    }
    guard let authorization else { return request }
    var request = request
    request.headers.append(.authorization(authorization))
    return request
  }

  /// Stores the nonces that the server sends. Returns true if the request can be repeated with a new nonce.
  ///
  /// - Throws: ``NetworkRequestError/authenticationFailed(_:)`` with ``AuthenticationFailure/Reason/unsupportedChallenge(_:)``
  ///   if the server offers Digest, but only with an algorithm or a `qop` that is unknown, left out by `algorithms`, or
  ///   needs a body in memory.
  public func shouldRepeat(after response: AuthenticatedResponse) throws(NetworkRequestError) -> Bool {
    let origin = Origin(response.request.url)
    guard response.isRejection else {
      learnNextNonce(from: response, origin)
      return false
    }
    let offers = response.headers.challenges.filter { $0.isScheme("Digest") }
    let usable = offers.compactMap(DigestChallenge.init).filter { isUsable($0, for: response.request) }
    // A server that knows qop may be answered without it by one that lies between: only where nothing else is offered.
    let isOld = offers.allSatisfy { ($0["qop"] ?? "").isEmpty }
    guard let challenge = usable.first(where: { $0.isLegacy == isOld }) else {
      guard !offers.isEmpty else { return false }
      throw Self.unsupported(offers, response.request)
    }
    let sentNonce = AuthenticationChallenge.nonce(sentIn: response.sent)
    // The first rejection may only mean that the nonce is too old; not every server says so.
    let isWrong = response.number > 1 && !challenge.isStale
    let clientNonce = makeNonce()
    let next = DigestSession(challenge, user: user, password: password, clientNonce: clientNonce)
    sessions.withLock { sessions in
      // Another call may have received a new nonce since this request was sent: keep that one.
      guard sessions[origin]?.nonce == sentNonce else { return }
      sessions[origin] = isWrong ? nil : next
    }
    return !isWrong
  }

  /// Returns a hash of the user and the password.
  public func identity(of request: TransportRequest) async -> String? {
    SHA256.hexadecimal("\(user.utf8.count):\(user):\(password.revealed)")
  }

  private func isUsable(_ challenge: DigestChallenge, for request: TransportRequest) -> Bool {
    algorithms.contains(challenge.algorithm)
      && (!challenge.protectsBody || request.body.bytesInMemory != nil)
  }

  private static func unsupported(
    _ offers: [AuthenticationChallenge], _ request: TransportRequest
  ) -> NetworkRequestError {
    let offered = offers.prefix(8).map {
      "algorithm=\($0["algorithm"] ?? "MD5"), qop=\($0["qop"] ?? "(none)")"
    }
    return .authenticationFailed(
      AuthenticationFailure(.unsupportedChallenge(offered.joined(separator: "; ")), request: request))
  }

  private func learnNextNonce(from response: AuthenticatedResponse, _ origin: Origin) {
    guard let info = response.headers["Authentication-Info"],
      let nonce = AuthenticationChallenge.parameter("nextnonce", in: info),
      let sentNonce = AuthenticationChallenge.nonce(sentIn: response.sent)
    else { return }
    sessions.withLock { sessions in
      guard sessions[origin]?.nonce == sentNonce else { return }
      sessions[origin]?.renew(nonce)
    }
  }
}

extension AuthenticationChallenge {
  /// Returns the nonce of the request's Digest credential, or nil if the request has no such credential.
  fileprivate static func nonce(sentIn request: TransportRequest) -> String? {
    request.headers[.authorization].flatMap { list($0).first?["nonce"] }
  }

  /// Returns a parameter of a list without a scheme, as in `Authentication-Info`.
  fileprivate static func parameter(_ name: String, in list: String) -> String? {
    AuthenticationChallenge.list("Digest \(list)").first?[name]
  }
}

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
    var hashed = [key.revealed, nonce]
    var counted: [String] = []
    // A challenge without `qop` has neither count nor client nonce (RFC 2617 §3.2.2.1).
    if !challenge.isLegacy {
      count += 1
      let number = Hexadecimal.encode(UInt32(truncatingIfNeeded: count))
      let (clientNonce, qop) = (sessionNonce ?? clientNonce, challenge.protectsBody ? "auth-int" : "auth")
      hashed += [number, clientNonce, qop]
      counted = ["nc=\(number)", "cnonce=\(quoted(clientNonce))", "qop=\(qop)"]
    }
    let response = algorithm.hash(hashed + [algorithm.hash(parts)])
    let fields = [
      [userField, "realm=\(quoted(challenge.realm))", "nonce=\(quoted(nonce))", "uri=\(quoted(target))"],
      counted,
      ["response=\(quoted(response))"], challenge.opaque.map { ["opaque=\(quoted($0))"] } ?? [],
      challenge.namesAlgorithm ? ["algorithm=\(algorithm.rawValue)"] : [],
      challenge.hashesUser ? ["userhash=true"] : [],
    ]
    return Authorization(scheme: "Digest", credentials: fields.joined().joined(separator: ", "))
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
    namesAlgorithm = !isLegacy || challenge["algorithm"] != nil
    protectsBody = !isLegacy && !qop.contains("auth")
    self.realm = realm
    self.nonce = nonce
    self.algorithm = algorithm
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
