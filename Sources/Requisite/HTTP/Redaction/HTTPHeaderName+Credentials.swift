extension HTTPHeaderName {
  private static let always: Set<HTTPHeaderName> = [
    .authorization, .proxyAuthorization, .cookie, .setCookie,
  ]

  /// Whether a field of this name is treated as a secret: never printed, never sent on to another origin.
  ///
  /// True for `Authorization`, `Proxy-Authorization`, `Cookie` and `Set-Cookie`, and for names one of whose words
  /// speaks of a key, token, secret, password, credential, session, signature or of authentication, as
  /// `X-Api-Key`: rather one field too many than one too few. `Idempotency-Key` is none.
  public var carriesCredentials: Bool {
    if Self.always.contains(self) { return true }
    return self != .idempotencyKey && SecretName.matches(rawValue)
  }
}
