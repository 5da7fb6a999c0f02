extension HTTPHeaderName {
  private static let credentialNames: Set<HTTPHeaderName> = [
    .authorization, .proxyAuthorization, .cookie, .setCookie,
  ]
  private static let credentialWords = [
    "key", "token", "secret", "password", "credential", "session", "signature", "auth",
  ]

  /// Whether a field of this name is treated as a secret: never printed, never sent on to another origin.
  ///
  /// True for `Authorization`, `Proxy-Authorization`, `Cookie` and `Set-Cookie`, and for names that speak of a
  /// key, token, secret, password, credential, session, signature or of authentication (`X-Api-Key`): rather
  /// one field too many than one too few. `Idempotency-Key` and the challenges of a server are none.
  public var carriesCredentials: Bool {
    if Self.credentialNames.contains(self) { return true }
    if self == .idempotencyKey || self == .wwwAuthenticate || self == .proxyAuthenticate { return false }
    let name = ASCII.lowercased(rawValue)
    return Self.credentialWords.contains { name.contains($0) }
  }
}
