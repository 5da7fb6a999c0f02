extension Transport {
  /// Authenticates requests to one origin, and repeats those whose credential was rejected where that may help.
  ///
  /// ```swift
  /// let transport = DefaultTransport.shared.authenticated(with: .basic(user: "ann", password: password), for: baseURL)
  /// let tokens = BearerAuthenticator { old in try await logIn(old) }
  /// let client = APIClient(
  ///   baseURL: baseURL, transport: DefaultTransport.shared.authenticated(with: tokens, for: baseURL).retried())
  /// ```
  /// Requests to any other origin pass unchanged, and a redirect to one drops the credential. A request that has an
  /// `Authorization` of its own keeps it; its response is returned as it is.
  ///
  /// A 401 that is followed by a second request is discarded: its file is removed, its stream ended. If the body can be
  /// sent only once, the 401 is the response. Errors and responses carry the request as it came, without the
  /// authenticator's credential.
  ///
  /// Place it inside of retries, so that every attempt is authenticated afresh, and inside of a cache. The cache answers
  /// without asking the authenticator: clear it when another user logs in.
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
  /// See ``authenticated(with:for:)``. Without any base URL no request is authenticated.
  public func authenticated(
    with authenticator: some Authenticator, forAll baseURLs: [BaseURL]
  ) -> some Transport {
    AuthenticationTransport(
      upstream: self, authenticator: authenticator, scope: CredentialScope(baseURLs))
  }
}

/// Authenticates requests to the origins that a credential is for, and repeats those that were rejected.
struct AuthenticationTransport<Upstream: Transport>: Transport {
  /// The first request, one that answers its rejection, and one more for a nonce that went stale in between.
  private static var mostSends: Int { 3 }

  let upstream: Upstream
  let authenticator: any Authenticator
  let scope: CredentialScope

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    guard try scope.covers(request.url) else { return try await upstream.send(request) }
    var number = 1
    while true {
      let signed = try await authenticate(request)
      let response = try await exchange(signed, for: request)
      guard try await isToBeRepeated(request, signed, response, number) else { return response }
      response.body.discard()
      request.record?.note(
        "authentication", "repeats", since: request.record?.now ?? .zero,
        detail: "rejected by \(response.status)")
      number += 1
    }
  }

  private func authenticate(
    _ request: TransportRequest
  ) async throws(NetworkRequestError) -> TransportRequest {
    var signed = try await authenticator.authenticate(request)
    if signed.url != request.url, try !scope.covers(signed.url) {
      let problem =
        "the authenticator moved the request to \(Origin(signed.url)), which the credential is not for"
      throw .invalidRequest(InvalidRequest(.path, problem))
    }
    for field in signed.headers where field.name != .authorization && !request.headers.contains(field) {
      signed.options.redirects.sensitiveHeaders.insert(field.name)
    }
    return signed
  }

  /// Sends `signed` and reports the result for `request`, so that a credential in the URL is in no response and no error.
  private func exchange(
    _ signed: TransportRequest, for request: TransportRequest
  ) async throws(NetworkRequestError) -> TransportResponse {
    do {
      var response = try await upstream.send(signed)
      if response.url == signed.url { response.url = request.url }
      return response
    } catch {
      throw error.told(of: request, insteadOf: signed)
    }
  }

  private func isToBeRepeated(
    _ request: TransportRequest, _ signed: TransportRequest, _ response: TransportResponse, _ number: Int
  ) async throws(NetworkRequestError) -> Bool {
    // A redirect to another origin dropped the credential, so the response says nothing about it.
    guard !response.hasLeftOrigin,
      response.url == request.url || ScopeKey(response.url) == ScopeKey(request.url)
    else { return false }
    let received = AuthenticatedResponse(
      to: request, sent: signed, status: response.status, headers: response.headers, number: number)
    guard try await authenticator.shouldRepeat(after: received) else { return false }
    return number < Self.mostSends && request.body.isReplayable && !Task.isCancelled
  }
}

/// The origins that a credential is for.
struct CredentialScope: Sendable {
  private let origins: [ScopeKey]
  private let problem: NetworkRequestError?

  init(_ bases: [BaseURL]) {
    origins = bases.compactMap { URL(string: $0.text).map(ScopeKey.init) }
    var problem: NetworkRequestError?
    for base in bases {
      do { _ = try base.resolved() } catch { problem = problem ?? error }
    }
    self.problem = problem
  }

  /// Whether the credential may go there.
  ///
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` where one of the base URLs is malformed: a call without its
  ///   credential would fail for a reason that no one sees.
  func covers(_ url: URL) throws(NetworkRequestError) -> Bool {
    if let problem { throw problem }
    return origins.contains(ScopeKey(url))
  }
}
