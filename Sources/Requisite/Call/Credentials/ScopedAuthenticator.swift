/// An authenticator that says whose credential it adds together with it: whoever asks for the user afterwards may come after
/// another login.
protocol OwnerNamingAuthenticator: Authenticator {
  /// Returns the request with the credential, and the user of that; nil if nothing was added.
  func signed(
    _ request: TransportRequest
  ) async throws(NetworkRequestError) -> (TransportRequest, owner: String?)
}

/// An authenticator with the origins that its credential is for. An object, which tells its layer from others.
final class ScopedAuthenticator: Sendable {
  let authenticator: any Authenticator
  let scope: CredentialScope
  /// The name of the type of the authenticator.
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
  func recordOtherOrigin(_ request: TransportRequest) {
    guard let record = request.record, !request.headers.contains(.authorization),
      !request.options.withholdsCredentials
    else { return }
    record.note(
      CallRecord.authentication, CallRecord.otherOrigin, since: record.now,
      detail: "\(Origin(request.url)), and the credential is for \(scope.description)")
  }

  /// Returns the user whose credential the request will get: the one with whom its call started, even if another one has logged in since.
  /// Empty for none, nil if unknown.
  func identity(of request: TransportRequest) async -> String? {
    // A malformed base URL fails the call itself.
    do { guard try covers(request) else { return "" } } catch { return nil }
    // What outer layers added is a part of the request.
    let isAuthenticated = !request.options.appliedCredentials.isEmpty
    let unsigned = isAuthenticated ? copy(request) { $0.options.appliedCredentials = [] } : request
    let user = await authenticator.identity(of: unsigned)
    guard let user, let record = request.record else { return user }
    let first = record.user(of: self, startingAs: user)
    // A request that gets no credential belongs to no user, whichever user the call started as.
    return user.isEmpty ? user : first
  }

  /// Returns the request with the credential of the user with whom its call began. A call that began without a user becomes
  /// that of the first one.
  ///
  /// - Throws: What the authenticator throws; ``NetworkRequestError/authenticationFailed(_:)`` with
  ///   ``AuthenticationFailure/Reason/userChanged`` if another user, or none, is logged in now.
  func authenticate(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportRequest {
    // A token that was replaced before its user is asked for belongs to no user any more: then the request gets the new one.
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
      if let user { _ = signed.record?.user(of: self, startingAs: user) }
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
    description = known.isEmpty ? "no origin" : known.map(\.description).joined(separator: ", ")
    var problem: NetworkRequestError?
    for base in bases {
      do { _ = try base.resolved() } catch { problem = problem ?? error }
    }
    self.problem = problem
  }

  /// The origins, as the base URLs write them.
  let description: String

  /// True if the credential may be sent to the URL.
  ///
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` if a base URL is malformed. Otherwise calls would be sent
  ///   without their credential and fail for a reason that no one sees.
  func covers(_ url: URL) throws(NetworkRequestError) -> Bool {
    if let problem { throw problem }
    return origins.contains(Origin(url))
  }
}
