extension Transport {
  /// Authenticates requests to one origin, and repeats a rejected request if that may help.
  ///
  /// ```swift
  /// let transport = DefaultTransport.shared.authenticated(
  ///   with: .basic(user: "ann", password: password), for: baseURL)
  /// let tokens = BearerAuthenticator { old in try await logIn(old) }
  /// let client = APIClient(
  ///   baseURL: baseURL,
  ///   transport: DefaultTransport.shared.authenticated(
  ///     with: tokens, for: baseURL
  ///   ).retried())
  /// ```
  /// Requests to any other origin pass through unchanged. A redirect within the origin adds the credential anew for the
  /// target, and a redirect to another origin drops it. A request with an `Authorization` of its own keeps it, and its
  /// response is returned unchanged.
  ///
  /// A call is sent as the user with whom it began, as ``Authenticator/identity(of:)`` names that user: each attempt, each
  /// redirect, and the repetition after a 401. If another user has logged in meanwhile, or the user has logged out, the call
  /// fails with ``NetworkRequestError/authenticationFailed(_:)``. A call that began without a user is that of the first one whose
  /// credential it gets.
  ///
  /// A 401 that leads to a second request is discarded: its file is removed, its stream is closed. If the body can be
  /// sent only once, the caller gets the 401. Responses and errors contain the request as the layer received it, without
  /// the authenticator's credential.
  ///
  /// Place this layer inside retries, so that every attempt is authenticated afresh, and inside a cache, which answers
  /// without a credential. The cache asks the authenticator for the user (``Authenticator/identity(of:)``), so that no user
  /// gets the response of another.
  ///
  /// - Parameters:
  ///   - authenticator: The authenticator that adds the credential.
  ///   - baseURL: The URL whose origin (scheme, host and port) the credential is for; its path is ignored. If it is not
  ///     an HTTP URL, each call fails with ``NetworkRequestError/invalidRequest(_:)``.
  public func authenticated(
    with authenticator: some Authenticator, for baseURL: some BaseURLConvertible
  ) -> some Transport {
    authenticated(with: authenticator, forAll: [baseURL.asBaseURL])
  }

  /// Authenticates requests to several origins with one credential, for example to an API and its file server.
  ///
  /// See ``authenticated(with:for:)``. If `baseURLs` is empty, no request is authenticated.
  public func authenticated(
    with authenticator: some Authenticator, forAll baseURLs: [BaseURL]
  ) -> some Transport {
    AuthenticationTransport(
      upstream: self,
      credentials: ScopedAuthenticator(authenticator: authenticator, scope: CredentialScope(baseURLs)))
  }
}

/// The transport that authenticates requests to the origins of a credential and repeats rejected ones.
struct AuthenticationTransport: Transport {
  /// The most times a request is sent: the first time, once after its rejection, and once more if the nonce went stale in
  /// between.
  private static var maximumSends: Int { 3 }

  let upstream: any Transport
  let credentials: ScopedAuthenticator

  func send(_ received: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    guard try credentials.covers(received) else {
      credentials.recordOtherOrigin(received)
      return try await upstream.send(received)
    }
    // Without a dispatcher, or behind a layer that hides this one from it, the call begins here.
    let request = received.recorded(on: received.clock)
    if request.record?.user(of: credentials) == nil { _ = await credentials.identity(of: request) }
    var number = 1
    while true {
      var signed = request
      let response: TransportResponse
      do throws(NetworkRequestError) {
        signed = try await credentials.authenticate(request)
        response = try await upstream.send(signed).reported(for: request, sentAs: signed)
      } catch {
        // No response or error contains a credential in its URL.
        throw error.labelled(for: received, sentAs: signed, afterSending: number > 1)
      }
      guard try await isToBeRepeated(request, signed, response, number) else { return response }
      response.body.discard()
      request.record?.note(
        "authentication", "repeats", since: request.record?.now ?? .zero,
        detail: "rejected by \(response.status)")
      number += 1
    }
  }

  private func isToBeRepeated(
    _ request: TransportRequest, _ signed: TransportRequest, _ response: TransportResponse, _ number: Int
  ) async throws(NetworkRequestError) -> Bool {
    // A redirect to another origin dropped the credential, so the response says nothing about it.
    guard !response.hasLeftOrigin,
      response.url == request.url || Origin(response.url) == Origin(request.url)
    else { return false }
    let received = AuthenticatedResponse(
      to: request, sent: signed, status: response.status, headers: response.headers, number: number)
    do throws(NetworkRequestError) {
      guard try await credentials.authenticator.shouldRepeat(after: received) else { return false }
    } catch {
      throw error.afterSending()
    }
    return number < Self.maximumSends && request.body.isReplayable && !Task.isCancelled
  }
}
