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
