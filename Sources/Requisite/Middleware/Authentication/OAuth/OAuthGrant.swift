/// The grant with which a client requests an access token (RFC 6749 §1.3). Its description contains no secrets.
public struct OAuthGrant: Sendable {
  /// The grant type as it is sent, for example `client_credentials`.
  public let type: String
  let fields: FormFields

  /// Creates a grant of any type, for example one that an extension of RFC 6749 defines.
  public init(type: String, fields: FormFields = FormFields()) {
    self.type = type
    self.fields = fields
  }

  /// A grant for the client itself (RFC 6749 §4.4).
  public static func clientCredentials(scope: [String] = []) -> OAuthGrant {
    OAuthGrant(type: "client_credentials", fields: ["scope": scope.asField])
  }

  /// A grant with a refresh token (RFC 6749 §6). An empty scope asks for what was granted before.
  public static func refreshToken(_ token: Secret, scope: [String] = []) -> OAuthGrant {
    OAuthGrant(type: "refresh_token", fields: ["refresh_token": token.revealed, "scope": scope.asField])
  }

  /// A grant with the code that a user came back with (RFC 6749 §4.1.3, RFC 7636 §4.5). See ``AuthorizationCodeRequest``.
  public static func authorizationCode(
    _ code: Secret, redirectURI: String, verifier: Secret
  ) -> OAuthGrant {
    OAuthGrant(
      type: "authorization_code",
      fields: [
        "code": code.revealed, "redirect_uri": redirectURI, "code_verifier": verifier.revealed,
      ])
  }
}

extension OAuthGrant: CustomStringConvertible, CustomReflectable {
  /// The type of the grant; its fields are secret.
  public var description: String { "OAuthGrant \(type)" }
  /// The type only, so that `dump` shows no secret.
  public var customMirror: Mirror { Mirror(self, children: ["type": type]) }
}

extension [String] {
  /// The scopes as they are sent, joined by spaces; nil for an empty list.
  var asField: String? { isEmpty ? nil : joined(separator: " ") }
}
