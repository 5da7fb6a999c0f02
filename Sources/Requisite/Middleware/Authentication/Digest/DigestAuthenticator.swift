/// Proves to know a password without sending it (RFC 7616): MD5 and SHA-256, each of the request or of a session, with
/// the protection `auth`.
///
/// ```swift
/// let digest = DigestAuthenticator(user: "ann", password: password)
/// let camera = DefaultTransport.shared.authenticated(with: digest, for: "http://192.168.1.20")
/// ```
/// The first request goes out without a credential and is answered with a challenge; then it is repeated. Later ones
/// are authenticated at once, each with the next number under the same nonce, until the server gives another: with a
/// success (`nextnonce`), or with a 401. A credential that the server rejects without calling its nonce stale is wrong,
/// and the 401 is the response.
///
/// It does not protect bodies (`auth-int`), does not check what the server proves in return, and does not answer a
/// challenge without `qop`, as RFC 7616 has it. Digest only hides the password on the way: prefer `https`.
public final class DigestAuthenticator: Authenticator {
  private let user: String
  private let password: Secret
  private let algorithms: Set<DigestAlgorithm>
  private let makeNonce: @Sendable () -> String
  private let sessions = Locked<[Origin: DigestSession]>([:])

  /// Makes an authenticator.
  ///
  /// - Parameters:
  ///   - user: The name of the user.
  ///   - password: The password.
  ///   - algorithms: Which hashes are used; all by default. The first of them that the server lists is, as RFC 7616
  ///     §3.7 asks. Leave MD5 out where the server is known to have better.
  ///   - clientNonce: Makes the client's part of the randomness: 128 bits of the system's by default.
  public init(
    user: String, password: String, algorithms: Set<DigestAlgorithm> = Set(DigestAlgorithm.allCases),
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
    let target = URLParts(request.url).requestTarget
    let clientNonce = makeNonce()
    let authorization = sessions.withLock {
      $0[Origin(request.url)]?.authorization(
        method: request.method, target: target, clientNonce: clientNonce)
    }
    guard let authorization else { return request }
    var request = request
    request.headers.append(.authorization(authorization))
    return request
  }

  /// Remembers the server's nonces. Returns true if there is a new nonce to repeat the request with.
  public func shouldRepeat(after response: AuthenticatedResponse) -> Bool {
    let origin = Origin(response.request.url)
    guard response.isRejection else {
      learnNextNonce(from: response, origin)
      return false
    }
    guard
      let challenge = response.headers.challenges.lazy.compactMap(DigestChallenge.init).first(where: isUsable)
    else { return false }
    let sentNonce = AuthenticationChallenge.nonce(sentIn: response.sent)
    // The first rejection may only mean that the nonce is too old; not every server says so.
    let isWrong = response.number > 1 && !challenge.isStale
    let clientNonce = makeNonce()
    let next = DigestSession(challenge, user: user, password: password, clientNonce: clientNonce)
    sessions.withLock { sessions in
      // Another call may have got a new nonce since this one was sent: one for all is enough.
      guard sessions[origin]?.nonce == sentNonce else { return }
      sessions[origin] = isWrong ? nil : next
    }
    return !isWrong
  }

  private func isUsable(_ challenge: DigestChallenge) -> Bool { algorithms.contains(challenge.algorithm) }

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
  /// The nonce of the request's Digest credential, or nil if the request carries none.
  fileprivate static func nonce(sentIn request: TransportRequest) -> String? {
    request.headers[.authorization].flatMap { list($0).first?["nonce"] }
  }

  /// A parameter of a list without a scheme, as in `Authentication-Info`.
  fileprivate static func parameter(_ name: String, in list: String) -> String? {
    AuthenticationChallenge.list("Digest \(list)").first?[name]
  }
}
