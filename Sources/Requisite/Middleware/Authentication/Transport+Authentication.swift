extension Transport {
  /// Authenticates requests to one origin, and repeats those whose credential was rejected where that may help.
  ///
  /// ```swift
  /// let transport = DefaultTransport.shared.authenticated(with: .basic(user: "ann", password: password), for: baseURL)
  /// let tokens = BearerAuthenticator { old in try await logIn(old) }
  /// let client = APIClient(
  ///   baseURL: baseURL, transport: DefaultTransport.shared.authenticated(with: tokens, for: baseURL).retried())
  /// ```
  /// Requests to any other origin pass as they are, and a redirect to one leaves the credential behind. A request that
  /// has an `Authorization` of its own keeps it, and what becomes of it is the caller's.
  ///
  /// A 401 that is dropped for a second request is disposed of: its file removed, its stream ended. Where the body can
  /// be sent but once, the 401 is the response. Errors and responses tell of the request as it came: no credential of the
  /// authenticator's is in them.
  ///
  /// Place it inside of retries, so that every attempt is authenticated afresh, and inside of a cache, which answers
  /// without: clear it when another user logs in.
  ///
  /// - Parameters:
  ///   - authenticator: The authenticator that adds the credential.
  ///   - baseURL: The URL whose origin — scheme, host and port — the credential is for; its path does not matter. One that is no
  ///     URL of HTTP fails each call with ``NetworkRequestError/invalidRequest(_:)``.
  public func authenticated(
    with authenticator: some Authenticator, for baseURL: some BaseURLConvertible
  ) -> some Transport {
    authenticated(with: authenticator, forAll: [baseURL.asBaseURL])
  }

  /// Authenticates requests to several origins with one credential: an API and the server of its files, say.
  ///
  /// See ``authenticated(with:for:)``. With no base URL at all, nothing is authenticated.
  public func authenticated(
    with authenticator: some Authenticator, forAll baseURLs: [BaseURL]
  ) -> some Transport {
    AuthenticationTransport(
      upstream: self, authenticator: authenticator, scope: CredentialScope(baseURLs))
  }
}
