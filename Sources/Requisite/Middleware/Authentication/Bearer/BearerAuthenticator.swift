/// Sends a bearer token (RFC 6750) with each request, and gets another one before it ends or after it was rejected.
///
/// ```swift
/// let tokens = BearerAuthenticator(store: KeychainStore()) { old in
///   try await logIn(old)                         // any function that gives a token
/// }
/// let transport = DefaultTransport.shared.authenticated(with: tokens, for: "https://api.example.com")
/// try await tokens.logIn(AccessToken(token))     // the first one, where the refresh cannot get it
/// ```
/// However many calls need a new token, it is fetched **once**, and all of them wait for it. A call whose token was
/// rejected with 401 but has been replaced meanwhile is repeated with the current token. If the refresh fails, all waiting
/// calls fail with that error, and the next call tries anew. If the refresh was early, and the present token has neither
/// expired nor been rejected, the calls use the present token: the failure is recorded on their timelines, and the next
/// try follows after a few seconds. A call that is cancelled, or whose deadline passes, stops waiting; the refresh
/// continues, because it may have used up the refresh token. A call made by the refresh itself, or by a task that it
/// starts, is sent without a token, so it cannot wait for itself.
///
/// A call is repeated once after a 401. If the new token is rejected as well, the 401 is the response, and no further
/// token is fetched.
public final class BearerAuthenticator: Authenticator {
  /// Fetches the next token; `old` is nil before the first one. An error that it throws fails the waiting calls with
  /// ``NetworkRequestError/authenticationFailed(_:)``; throw `AuthenticationFailure(.noToken)` if the user has to log in.
  public typealias Refresh = @Sendable (_ old: AccessToken?) async throws -> AccessToken

  let tokens: TokenRefresher

  /// Makes an authenticator.
  ///
  /// - Parameters:
  ///   - store: Where the token is kept; in memory by default.
  ///   - leeway: How long before its end a token is replaced. 30 seconds by default: a request takes a while to arrive,
  ///     and clocks differ. Keep it well below the life of a token.
  ///   - backoff: How long a token that still holds is used without another try, after one to replace it early has
  ///     failed. 5 seconds by default: several tries fit into the leeway, and no call after the other waits for one.
  ///   - wallClock: What the end of a token is compared with.
  ///   - refresh: Gets another token.
  public init(
    store: any TokenStore = MemoryTokenStore(), leeway: Duration = .seconds(30),
    backoff: Duration = .seconds(5), wallClock: @escaping @Sendable () -> Date = { Date() },
    refresh: @escaping Refresh
  ) {
    tokens = TokenRefresher(
      store: store, leeway: leeway, backoff: backoff, wallClock: wallClock, refresh: refresh)
  }

  /// Takes a token from now on, and stores it; calls that wait for a refresh get it at once.
  ///
  /// - Throws: The store's error. The token is used in any case.
  public func logIn(_ token: AccessToken) async throws {
    try await tokens.replace(with: token)
  }

  /// Drops the token, in the store as well; calls that wait for a refresh fail.
  ///
  /// - Throws: The store's error. The token is dropped in any case.
  public func logOut() async throws {
    try await tokens.replace(with: nil)
  }

  /// Adds the token, unless the request has an `Authorization` of its own. Waits for a refresh where there is no token
  /// that holds.
  public func authenticate(
    _ request: TransportRequest
  ) async throws(NetworkRequestError) -> TransportRequest {
    guard !request.headers.contains(.authorization), !tokens.isInRefresh else { return request }
    let token = try await tokens.token(for: request)
    var request = request
    request.headers.append(.authorization(token.authorization))
    return request
  }

  /// True after the first 401 of a call: the next attempt gets another token.
  public func shouldRepeat(after response: AuthenticatedResponse) -> Bool {
    guard response.isRejection, response.number == 1, let sent = response.sent.headers[.authorization] else {
      return false
    }
    tokens.reject(sent)
    return true
  }
}
