/// The name of a header field: `.contentType`, `.accept`, …, or any other as a string literal.
///
/// Names are compared without regard to case (RFC 9110 §5.1) and sent as they were spelled.
/// A name that is no token is refused when the request is built, as `NetworkRequestError.invalidRequest`.
public struct HTTPHeaderName: RawRepresentable, Sendable {
  /// The name as it was spelled.
  public let rawValue: String

  /// Makes the name of that spelling, unchecked until a request is built of it.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Makes the name of that spelling, unchecked until a request is built of it.
  public init(_ name: String) {
    self.init(rawValue: name)
  }
}

extension HTTPHeaderName: Hashable {
  /// Whether the names are the same, the case of their letters aside.
  public static func == (left: HTTPHeaderName, right: HTTPHeaderName) -> Bool {
    ASCII.equalIgnoringCase(left.rawValue, right.rawValue)
  }

  /// Hashes the name without regard to case.
  public func hash(into hasher: inout Hasher) {
    for byte in rawValue.utf8 { hasher.combine(ASCII.lowercased(byte)) }
  }
}

extension HTTPHeaderName: ExpressibleByStringLiteral, CustomStringConvertible {
  /// Makes the name of that spelling.
  public init(stringLiteral name: String) {
    self.init(rawValue: name)
  }

  /// The name as it was spelled.
  public var description: String { rawValue }
}

// Which fields are secret, and which may be sent to another origin, by name.
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

  /// True if a field of this name may be sent to another origin than the one it was made for.
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
