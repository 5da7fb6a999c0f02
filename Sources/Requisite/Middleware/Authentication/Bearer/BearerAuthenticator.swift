/// An authenticator that sends a bearer token (RFC 6750) and gets a new one before it expires or after the server rejects
/// it.
///
/// ```swift
/// let keychain = KeychainTokenStore(
///   service: "com.example.todos", account: "ada")
/// let tokens = BearerAuthenticator(store: keychain) { old in
///   try await logIn(old)  // any function that gives a token
/// }
/// let transport = DefaultTransport.shared.authenticated(
///   with: tokens, for: "https://api.example.com")
/// // The first one, where the refresh cannot get it
/// try await tokens.logIn(AccessToken(token))
/// ```
/// The next token is fetched **once**, however many calls need it, and all of them wait for it. A call whose token was
/// rejected with 401 but has been renewed since is repeated with the current token. If the refresh fails, all waiting
/// calls fail with its error, and the next call tries again. If the refresh was early, and the current token has neither
/// expired nor been rejected, the calls use the current token: their timelines record the failure, and the next try
/// follows after a few seconds. If the store cannot save a new token, the waiting calls fail, and later calls use that
/// token. A call that is cancelled, or whose deadline passes, stops waiting; the refresh continues, because it may have
/// used up the refresh token. It runs at a high task priority, because calls of any priority may come to wait for it. A
/// call made by the refresh, or by a task that it starts, is sent without a token, and waits for no slot, trial or equal
/// call of the calls that wait for it (``CredentialRefresh``).
///
/// After `invalid_grant`, the refused refresh token is not sent again: calls fail with that error until ``logIn(_:)``, or until
/// the store contains another token. A call that is part of the refresh of one authenticator waits at most 30 seconds for the
/// token of another, because two refreshes that need each other would never end.
///
/// A call is repeated once after a 401. If the server rejects the new token as well, the caller gets the 401, and no
/// further token is fetched.
public final class BearerAuthenticator: Authenticator {
  /// Fetches the next token; `old` is nil before the first one.
  ///
  /// The next token is for the user of `old`, unless it has an ``AccessToken/identity`` of its own.
  ///
  /// An error that it throws fails the waiting calls with ``NetworkRequestError/authenticationFailed(_:)``; throw
  /// `AuthenticationFailure(.noToken)` if the user has to log in.
  public typealias Refresh = @Sendable (_ old: AccessToken?) async throws -> AccessToken

  let tokens: TokenRefresher

  /// Creates an authenticator that gets its tokens from `refresh`.
  ///
  /// - Parameters:
  ///   - store: Where the token is kept; in memory by default.
  ///   - leeway: How long before its expiry a token is replaced. 30 seconds by default, because a request takes a while
  ///     to arrive and clocks differ. At most a tenth of the lifetime of a token that `refresh` has returned.
  ///   - backoff: How long a token that is still valid is used without another try, after an early refresh has failed. 5
  ///     seconds by default: several tries fit into the leeway, and not every call waits for one.
  ///   - clock: The clock with whose date the expiry of a token is compared; the system's by default.
  ///   - refresh: Fetches the next token.
  public init(
    store: any TokenStore = MemoryTokenStore(), leeway: Duration = .seconds(30),
    backoff: Duration = .seconds(5), clock: CallClock = .continuous, refresh: @escaping Refresh
  ) {
    tokens = TokenRefresher(store: store, leeway: leeway, backoff: backoff, clock: clock, refresh: refresh)
  }

  /// Uses a token from now on, and stores it; calls that wait for a refresh get it at once, if it is for the user with whom they
  /// began, or if they began without one. The others fail with ``AuthenticationFailure/Reason/userChanged``.
  ///
  /// The tokens of one user have the same ``AccessToken/identity``. Without it, each login is one of another user.
  ///
  /// Once this returns, the token of the user before is neither sent nor stored again: the outcome of a refresh that is under
  /// way is dropped. It returns after the store has the token, and waits for a write that is under way. Cancellation does not
  /// stop the write.
  ///
  /// - Throws: The store's error. The token is used in any case.
  public func logIn(_ token: AccessToken) async throws {
    try await tokens.replace(with: token)
  }

  /// Drops the token, also in the store; calls that wait for a refresh fail with
  /// ``NetworkRequestError/authenticationFailed(_:)``.
  ///
  /// Once this returns, the token is neither sent nor stored again, as after ``logIn(_:)``. Another process that shares the
  /// store drops it at its next look into the store, before its next refresh.
  ///
  /// - Throws: The store's error. The token is dropped in any case.
  public func logOut() async throws {
    try await tokens.replace(with: nil)
  }

  /// Adds the token, unless the request has an `Authorization` of its own or is part of the refresh. Waits for a refresh
  /// if there is no valid token.
  ///
  /// - Throws: ``NetworkRequestError/authenticationFailed(_:)`` if there is no token and the refresh or the store fails;
  ///   ``NetworkRequestError/cancelled(_:)`` if the task is cancelled while it waits.
  public func authenticate(
    _ request: TransportRequest
  ) async throws(NetworkRequestError) -> TransportRequest {
    try await signed(request).0
  }

  /// Returns the ``AccessToken/identity`` of the current token; empty without a token, for a call of the refresh, or if the
  /// request has another `Authorization`; nil if the store cannot be read.
  ///
  /// It changes when another user logs in, and stays the same when the token is renewed.
  public func identity(of request: TransportRequest) async -> String? {
    await tokens.identity(of: request)
  }

  /// Returns true after the first 401 of a call that was sent with a token, so that the next attempt gets another token.
  public func shouldRepeat(after response: AuthenticatedResponse) -> Bool {
    guard response.isRejection, response.number == 1, let sent = response.sent.headers[.authorization] else {
      return false
    }
    tokens.reject(sent)
    return true
  }
}

extension BearerAuthenticator: OwnerNamingAuthenticator {
  func signed(
    _ request: TransportRequest
  ) async throws(NetworkRequestError) -> (TransportRequest, owner: String?) {
    guard !request.headers.contains(.authorization), !tokens.isInRefresh else { return (request, nil) }
    let (token, snapshot) = (try await tokens.token(for: request), tokens.snapshot)
    let owner = snapshot.token?.value == token.value ? snapshot.user : token.user
    return (copy(request) { $0.headers.append(.authorization(token.authorization)) }, owner)
  }
}

extension BearerAuthenticator {
  /// Whether calls can be sent as a user, for the choice between an app's login screen and its content.
  public enum LoginState: Sendable, Hashable {
    /// There is a token, or one can be had without the user.
    case loggedIn
    /// There is no token, or the authorization server refuses to renew it: the user has to log in.
    case loggedOut
  }

  /// The current login state and each later change, as in `for await state in tokens.states { … }`.
  ///
  /// The first element is the state of the store. Any number of tasks can iterate, each from a sequence of its own,
  /// which ends when its task is cancelled.
  public var states: AsyncStream<LoginState> { tokens.states() }
}

/// A token that authorizes requests for a limited time (RFC 6750), and the refresh token that requests the next one.
///
/// Its description contains no secrets. Encoding reveals them: encode a token only to a place where secrets are kept, as
/// ``FileTokenStore`` does.
public struct AccessToken: Sendable, Hashable {
  /// The access token, as requests send it.
  public let value: Secret
  /// The token that requests the next access token (RFC 6749 §1.5); nil if the server issued none.
  public let refreshToken: Secret?
  /// The time at which the token expires; nil if it never expires or the server did not say.
  public let expiry: Date?
  /// The scopes that the token is for (RFC 6749 §3.3); empty if the server did not say.
  public let scope: [String]
  /// The user or account that the token is for, such as an id: a response that is cached for one is not used for another.
  ///
  /// If it is nil, a ``BearerAuthenticator`` uses a hash of the first token of a login, and keeps it when the token is
  /// renewed.
  public let identity: String?

  /// Creates a token from secrets, as a token endpoint returned them.
  public init(
    _ value: Secret, refreshToken: Secret? = nil, expiry: Date? = nil, scope: [String] = [],
    identity: String? = nil
  ) {
    self.value = value
    self.refreshToken = refreshToken
    self.expiry = expiry
    self.scope = scope
    self.identity = identity
  }

  /// Creates a token from plain strings and wraps them as secrets.
  public init(
    _ value: String, refreshToken: String? = nil, expiry: Date? = nil, scope: [String] = [],
    identity: String? = nil
  ) {
    self.init(
      Secret(value), refreshToken: refreshToken.map(Secret.init), expiry: expiry, scope: scope,
      identity: identity)
  }

  /// The ``identity``, or else a hash of this token.
  var user: String { identity ?? SHA256.hexadecimal(value.revealed) }

  /// A copy with this identity.
  func identified(as identity: String?) -> AccessToken {
    AccessToken(value, refreshToken: refreshToken, expiry: expiry, scope: scope, identity: identity)
  }

  /// The credential of a request: `Bearer` and the token.
  public var authorization: Authorization { .bearer(value.revealed) }

  /// True if the token has not expired at `time` and does not expire within `leeway` after it.
  public func isValid(at time: Date, leeway: Duration = .zero) -> Bool {
    guard let expiry else { return true }
    return time.addingTimeInterval(leeway / .seconds(1)) < expiry
  }
}

extension AccessToken: CustomStringConvertible {
  /// The scopes and the expiry, without the token.
  public var description: String {
    let scope = scope.isEmpty ? "" : " for \(scope.joined(separator: " "))"
    return "AccessToken\(scope), until \(expiry.map { HTTPDate($0).description } ?? "revoked")"
  }
}

extension AccessToken: Codable {
  private enum CodingKeys: String, CodingKey {
    case value = "access_token"
    case refreshToken = "refresh_token"
    case expiry, scope, identity
  }

  /// Decodes a token that ``encode(to:)`` wrote: the keys are those of RFC 6749 §5.1, with `expiry` in seconds since
  /// 1970.
  public init(from decoder: any Swift.Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let seconds = try values.decodeIfPresent(Double.self, forKey: .expiry)
    self.init(
      try values.decode(String.self, forKey: .value),
      refreshToken: try values.decodeIfPresent(String.self, forKey: .refreshToken),
      expiry: seconds.map(Date.init(timeIntervalSince1970:)),
      scope: try values.decodeIfPresent([String].self, forKey: .scope) ?? [],
      identity: try values.decodeIfPresent(String.self, forKey: .identity))
  }

  /// Encodes the token with its secrets, unencrypted.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(value.revealed, forKey: .value)
    try values.encodeIfPresent(refreshToken?.revealed, forKey: .refreshToken)
    try values.encodeIfPresent(expiry?.timeIntervalSince1970, forKey: .expiry)
    try values.encode(scope, forKey: .scope)
    try values.encodeIfPresent(identity, forKey: .identity)
  }
}
