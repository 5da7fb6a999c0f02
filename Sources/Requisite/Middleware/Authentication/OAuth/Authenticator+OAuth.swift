extension Authenticator where Self == BearerAuthenticator {
  /// Tokens of a user who has logged in: each is had with the refresh token of the last one (RFC 6749 §6).
  ///
  /// ```swift
  /// let tokens: BearerAuthenticator = .refreshing(with: oauth, store: KeychainStore())
  /// let transport = DefaultTransport.shared.authenticated(with: tokens, for: "https://api.example.com")
  /// try await tokens.logIn(oauth.token(grant))     // the grant of an AuthorizationCodeRequest
  /// ```
  /// Before anybody has logged in, calls fail with ``NetworkRequestError/authenticationFailed(_:)`` and `.noToken`.
  public static func refreshing(
    with client: OAuthClient, store: any TokenStore = MemoryTokenStore(), leeway: Duration = .seconds(30),
    wallClock: @escaping @Sendable () -> Date = { Date() }
  ) -> BearerAuthenticator {
    BearerAuthenticator(store: store, leeway: leeway, wallClock: wallClock) { old in
      try await client.token(refreshing: old)
    }
  }

  /// Tokens of the client for itself (RFC 6749 §4.4): each is asked for anew.
  public static func clientCredentials(
    of client: OAuthClient, scope: [String] = [], store: any TokenStore = MemoryTokenStore(),
    leeway: Duration = .seconds(30), wallClock: @escaping @Sendable () -> Date = { Date() }
  ) -> BearerAuthenticator {
    BearerAuthenticator(store: store, leeway: leeway, wallClock: wallClock) { _ in
      try await client.token(.clientCredentials(scope: scope))
    }
  }
}
