/// A token that authorizes requests for a limited time (RFC 6750), and the refresh token that requests the next one.
///
/// Its description contains no secrets. Encoding reveals them: encode a token only to a place where secrets are kept, as
/// ``FileTokenStore`` does.
public struct AccessToken: Sendable, Hashable {
  /// The access token, as requests send it.
  public let value: Secret
  /// The token that requests the next access token (RFC 6749 §1.5); nil if the server issued none.
  public let refreshToken: Secret?
  /// The time at which the token expires; nil if it never expires or the server did not say.
  public let expiry: Date?
  /// The scopes that the token is for (RFC 6749 §3.3); empty if the server did not say.
  public let scope: [String]
  /// The user or account that the token is for, such as an id: a response that is cached for one is not used for another.
  ///
  /// If it is nil, a ``BearerAuthenticator`` uses a hash of the first token of a login, and keeps it when the token is
  /// renewed.
  public let identity: String?

  /// Creates a token from secrets, as a token endpoint returned them.
  public init(
    _ value: Secret, refreshToken: Secret? = nil, expiry: Date? = nil, scope: [String] = [],
    identity: String? = nil
  ) {
    self.value = value
    self.refreshToken = refreshToken
    self.expiry = expiry
    self.scope = scope
    self.identity = identity
  }

  /// Creates a token from plain strings and wraps them as secrets.
  public init(
    _ value: String, refreshToken: String? = nil, expiry: Date? = nil, scope: [String] = [],
    identity: String? = nil
  ) {
    self.init(
      Secret(value), refreshToken: refreshToken.map(Secret.init), expiry: expiry, scope: scope,
      identity: identity)
  }

  /// The ``identity``, or else a hash of this token.
  var user: String { identity ?? SHA256.hexadecimal(value.revealed) }

  /// A copy with this identity.
  func identified(as identity: String?) -> AccessToken {
    AccessToken(value, refreshToken: refreshToken, expiry: expiry, scope: scope, identity: identity)
  }

  /// The credential of a request: `Bearer` and the token.
  public var authorization: Authorization { .bearer(value.revealed) }

  /// True if the token has not expired at `time` and does not expire within `leeway` after it.
  public func isValid(at time: Date, leeway: Duration = .zero) -> Bool {
    guard let expiry else { return true }
    return time.addingTimeInterval(leeway / .seconds(1)) < expiry
  }
}

extension AccessToken: CustomStringConvertible {
  /// The scopes and the expiry, without the token.
  public var description: String {
    let scope = scope.isEmpty ? "" : " for \(scope.joined(separator: " "))"
    return "AccessToken\(scope), until \(expiry.map { HTTPDate($0).description } ?? "revoked")"
  }
}

extension AccessToken: Codable {
  private enum CodingKeys: String, CodingKey {
    case value = "access_token"
    case refreshToken = "refresh_token"
    case expiry, scope, identity
  }

  /// Decodes a token that ``encode(to:)`` wrote: the keys are those of RFC 6749 §5.1, with `expiry` in seconds since
  /// 1970.
  public init(from decoder: any Swift.Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let seconds = try values.decodeIfPresent(Double.self, forKey: .expiry)
    self.init(
      try values.decode(String.self, forKey: .value),
      refreshToken: try values.decodeIfPresent(String.self, forKey: .refreshToken),
      expiry: seconds.map(Date.init(timeIntervalSince1970:)),
      scope: try values.decodeIfPresent([String].self, forKey: .scope) ?? [],
      identity: try values.decodeIfPresent(String.self, forKey: .identity))
  }

  /// Encodes the token with its secrets, unencrypted.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(value.revealed, forKey: .value)
    try values.encodeIfPresent(refreshToken?.revealed, forKey: .refreshToken)
    try values.encodeIfPresent(expiry?.timeIntervalSince1970, forKey: .expiry)
    try values.encode(scope, forKey: .scope)
    try values.encodeIfPresent(identity, forKey: .identity)
  }
}
