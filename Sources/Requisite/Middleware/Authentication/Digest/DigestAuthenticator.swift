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
/// else: who reads that answer can send it again as long as the server takes the nonce.
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
    let words = offers.prefix(8).map { "algorithm=\($0["algorithm"] ?? "MD5"), qop=\($0["qop"] ?? "(none)")" }
    return .authenticationFailed(
      AuthenticationFailure(.unsupportedChallenge(words.joined(separator: "; ")), request: request))
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
