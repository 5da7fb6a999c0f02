// What a field may be trusted with, by its name.
extension HTTPHeaderName {
  private static let credentials: Set<HTTPHeaderName> = [
    .authorization, .proxyAuthorization, .cookie, .setCookie,
  ]

  /// Whether a field of this name is treated as a secret: never printed, never sent on to another origin.
  ///
  /// True for `Authorization`, `Proxy-Authorization`, `Cookie` and `Set-Cookie`, and for names one of whose words
  /// speaks of a key, token, secret, password, credential, session, signature or of authentication, as
  /// `X-Api-Key`: rather one field too many than one too few. False for `Idempotency-Key`.
  public var carriesCredentials: Bool {
    if Self.credentials.contains(self) { return true }
    return self != .idempotencyKey && SecretName.matches(rawValue)
  }

  private static let harmless: Set<HTTPHeaderName> = [
    .accept, .userAgent, .range, .cacheControl, .pragma, "If-Match", "If-None-Match", "If-Modified-Since",
    "If-Unmodified-Since", "If-Range", "Prefer", "Priority", "traceparent", "tracestate",
  ]

  /// Whether a field of this name says nothing that another origin than the one it was made for must not see.
  var isHarmlessElsewhere: Bool {
    Self.harmless.contains(self) || begins(with: "accept-") && !carriesCredentials
  }

  /// Whether a field of this name describes the content of the message, and goes where the content goes (RFC 9110 §8.3 to
  /// §8.7, RFC 9530).
  var describesContent: Bool {
    (begins(with: "content-") && !carriesCredentials) || self == "Digest" || self == "Repr-Digest"
  }

  private func begins(with prefix: String) -> Bool {
    rawValue.utf8.count > prefix.utf8.count
      && zip(rawValue.utf8, prefix.utf8).allSatisfy { ASCII.lowercased($0) == $1 }
  }
}
