/// The grant that an access token is requested with (RFC 6749 §1.3). It prints without its secrets.
public struct OAuthGrant: Sendable {
  /// The name on the wire, as in `client_credentials`.
  public let type: String
  let fields: FormFields

  /// Makes a grant of any type, as one that a standard beyond RFC 6749 defines.
  public init(type: String, fields: FormFields = FormFields()) {
    self.type = type
    self.fields = fields
  }

  /// The client for itself (§4.4).
  public static func clientCredentials(scope: [String] = []) -> OAuthGrant {
    OAuthGrant(type: "client_credentials", fields: ["scope": scope.asField])
  }

  /// A refresh token (§6). An empty scope asks for what was granted before.
  public static func refreshToken(_ token: Secret, scope: [String] = []) -> OAuthGrant {
    OAuthGrant(type: "refresh_token", fields: ["refresh_token": token.revealed, "scope": scope.asField])
  }

  /// A code that the user came back with (§4.1.3, RFC 7636 §4.5). See ``AuthorizationCodeRequest``.
  public static func authorizationCode(
    _ code: Secret, redirectURI: String, verifier: CodeVerifier
  ) -> OAuthGrant {
    OAuthGrant(
      type: "authorization_code",
      fields: [
        "code": code.revealed, "redirect_uri": redirectURI, "code_verifier": verifier.secret.revealed,
      ])
  }
}

extension OAuthGrant: CustomStringConvertible, CustomReflectable {
  /// The type of the grant; its fields are secret.
  public var description: String { "OAuthGrant \(type)" }
  /// The type alone, so that `dump` shows no secret.
  public var customMirror: Mirror { Mirror(self, children: ["type": type]) }
}

extension [String] {
  /// The scope as it is sent; nil for an empty one.
  var asField: String? { isEmpty ? nil : joined(separator: " ") }
}
