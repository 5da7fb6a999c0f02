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
  private static var mostSends: Int { 3 }

  let upstream: any Transport
  let credentials: ScopedAuthenticator

  func send(_ received: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    guard try credentials.covers(received) else {
      credentials.noteOtherOrigin(received)
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
    return number < Self.mostSends && request.body.isReplayable && !Task.isCancelled
  }
}

/// An authenticator that says whose credential it adds together with it: whoever asks for the user afterwards may come after
/// another login.
protocol OwnerNamingAuthenticator: Authenticator {
  /// Returns the request with the credential, and the user of that; nil if nothing was added.
  func signed(
    _ request: TransportRequest
  ) async throws(NetworkRequestError) -> (TransportRequest, owner: String?)
}

/// An authenticator with the origins that its credential is for.
final class ScopedAuthenticator: CredentialSource {
  let authenticator: any Authenticator
  let scope: CredentialScope
  let name: String
  /// The authenticator, if it names the owner of a credential with it: found once, since a cast takes longer than a signature.
  private let naming: (any OwnerNamingAuthenticator)?

  init(authenticator: any Authenticator, scope: CredentialScope) {
    self.authenticator = authenticator
    naming = authenticator as? any OwnerNamingAuthenticator
    self.scope = scope
    name = String(describing: type(of: authenticator))
  }

  /// True if the request gets the credential.
  func covers(_ request: TransportRequest) throws(NetworkRequestError) -> Bool {
    try scope.covers(request.url) && !request.options.withholdsCredentials
  }

  /// Records that the request has no credential because of its origin, so that the error of a 401 can say so.
  func noteOtherOrigin(_ request: TransportRequest) {
    guard let record = request.record, !request.headers.contains(.authorization),
      !request.options.withholdsCredentials
    else { return }
    record.note(
      CallRecord.authentication, CallRecord.otherOrigin, since: record.now,
      detail: "\(Origin(request.url)), and the credential is for \(scope.words)")
  }

  /// Returns the user whose credential the request will get: the one with whom its call began, whoever has logged in since.
  /// Empty for none, nil if unknown.
  func identity(of request: TransportRequest) async -> String? {
    // A malformed base URL fails the call itself.
    do { guard try covers(request) else { return "" } } catch { return nil }
    // What outer layers added is a part of the request.
    let isSigned = !request.options.appliedCredentials.isEmpty
    let unsigned = isSigned ? copy(request) { $0.options.appliedCredentials = [] } : request
    let user = await authenticator.identity(of: unsigned)
    guard let user, let record = request.record else { return user }
    let first = record.user(of: self, beginningAs: user)
    // A request that gets no credential is of no user, whoever has begun it.
    return user.isEmpty ? user : first
  }

  /// Returns the request with the credential of the user with whom its call began. A call that began without a user becomes
  /// that of the first one.
  ///
  /// - Throws: What the authenticator throws; ``NetworkRequestError/authenticationFailed(_:)`` with
  ///   ``AuthenticationFailure/Reason/userChanged`` if another user, or none, is logged in now.
  func authenticate(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportRequest {
    // A token that was replaced before its user is asked for is of no user any more: then the request gets the new one.
    for _ in 1...3 {
      var (signed, owner) = try await sign(request)
      var credential = AppliedCredential(in: signed, of: request, from: self)
      signed.options.appliedCredentials.append(credential)
      let user = await user(of: signed, credential)
      guard credential.isEmpty || owner == nil || owner.map(ExactText.init) == user.map(ExactText.init) else {
        continue
      }
      let first = request.record?.user(of: self)
      if first?.isEmpty != false || first.map(ExactText.init) == user.map(ExactText.init) {
        guard !credential.isEmpty else { return signed }
        credential.user = user?.isEmpty == true ? nil : user
        signed.options.appliedCredentials[signed.options.appliedCredentials.count - 1] = credential
        return signed
      }
      guard user?.isEmpty == true, !credential.isEmpty else { break }
    }
    throw .authenticationFailed(AuthenticationFailure(.userChanged, request: request))
  }

  /// Returns the request with the credential, and whose that is; nil if the authenticator does not say that with it.
  private func sign(
    _ request: TransportRequest
  ) async throws(NetworkRequestError) -> (TransportRequest, owner: String?) {
    let (signed, owner): (TransportRequest, String?) =
      if let naming { try await naming.signed(request) } else {
        (try await authenticator.authenticate(request), nil)
      }
    if signed.url != request.url, try !scope.covers(signed.url) {
      throw .invalidRequest(
        .path,
        "the authenticator changed the request's origin to \(Origin(signed.url)), which the credential is not "
          + "for: pass its base URL to authenticated(with:forAll:)")
    }
    return (signed, owner)
  }

  /// Returns the user whose credential was added, asked for after that, because another one may log in at any time; nil if
  /// unknown. Notes the first one of the call.
  private func user(of signed: TransportRequest, _ credential: AppliedCredential) async -> String? {
    guard credential.isEmpty else {
      let user = await authenticator.identity(of: signed)
      if let user { _ = signed.record?.user(of: self, beginningAs: user) }
      return user
    }
    guard signed.record?.user(of: self)?.isEmpty == false else { return "" }
    // Either the request has a credential of its own, or the user has logged out: one without any tells which.
    let url = URLParts(signed.url).replacing(.query, with: "") ?? signed.url
    return await authenticator.identity(of: TransportRequest(method: signed.method, url: url, id: signed.id))
  }
}

/// The origins that a credential is for.
struct CredentialScope: Sendable {
  private let origins: [Origin]
  private let problem: NetworkRequestError?

  init(_ bases: [BaseURL]) {
    let known = bases.map(\.origin)
    origins = known
    words = known.isEmpty ? "no origin" : known.map(\.description).joined(separator: ", ")
    var problem: NetworkRequestError?
    for base in bases {
      do { _ = try base.resolved() } catch { problem = problem ?? error }
    }
    self.problem = problem
  }

  /// The origins, as the base URLs write them.
  let words: String

  /// True if the credential may be sent to the URL.
  ///
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` if a base URL is malformed. Otherwise calls would be sent
  ///   without their credential and fail for a reason that no one sees.
  func covers(_ url: URL) throws(NetworkRequestError) -> Bool {
    if let problem { throw problem }
    return origins.contains(Origin(url))
  }
}
