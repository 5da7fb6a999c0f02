/// A token that opens a server's doors for a while (RFC 6750), and what can be had another one with.
///
/// It prints without its secrets. To keep one, store ``value``, ``refreshToken`` and ``expiry`` where the platform
/// keeps secrets.
public struct AccessToken: Sendable, Hashable {
  /// The token.
  public let value: Secret
  /// What another token can be had with; nil where there is none.
  public let refreshToken: Secret?
  /// When the token ends; nil where that is not known, or never.
  public let expiry: Date?
  /// What it opens; empty where the server did not say.
  public let scope: [String]

  /// Makes a token.
  public init(_ value: Secret, refreshToken: Secret? = nil, expiry: Date? = nil, scope: [String] = []) {
    self.value = value
    self.refreshToken = refreshToken
    self.expiry = expiry
    self.scope = scope
  }

  /// Makes a token of texts.
  public init(
    _ value: String, refreshToken: String? = nil, expiry: Date? = nil, scope: [String] = []
  ) {
    self.init(Secret(value), refreshToken: refreshToken.map(Secret.init), expiry: expiry, scope: scope)
  }

  /// The token as the credential of a request: `Bearer` and the token.
  public var authorization: Authorization { .bearer(value.revealed) }

  /// Whether it holds at that time, and `leeway` longer.
  public func isValid(at time: Date, leeway: Duration = .zero) -> Bool {
    guard let expiry else { return true }
    return time.addingTimeInterval(leeway / .seconds(1)) < expiry
  }
}

extension AccessToken: CustomStringConvertible {
  /// When it ends and what it opens; nothing of the token.
  public var description: String {
    let scope = scope.isEmpty ? "" : " for \(scope.joined(separator: " "))"
    return "AccessToken\(scope), until \(expiry.map { HTTPDate($0).description } ?? "revoked")"
  }
}
