/// What an authorization server says where it gives no token or no code (RFC 6749 §4.1.2.1 and §5.2).
public struct OAuthError: Error, Sendable, Hashable {
  /// What is wrong, as the RFC names it.
  public struct Code: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The name on the wire, as in `invalid_grant`.
    public let rawValue: String

    /// Makes a code of its name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Makes a code of its name.
    public init(stringLiteral name: String) {
      self.init(rawValue: name)
    }
  }

  /// What is wrong.
  public let code: Code
  /// The server's explanation for developers.
  public let explanation: String?
  /// A page about it.
  public let page: String?
  /// The status of the response; nil where it came by a redirect of the user.
  public let status: Int?

  /// Makes an error.
  public init(_ code: Code, explanation: String? = nil, page: String? = nil, status: Int? = nil) {
    self.code = code
    self.explanation = explanation
    self.page = page
    self.status = status
  }

  /// Whether the server says that it is only busy.
  var isTransient: Bool { code == .temporarilyUnavailable || code == .serverError || status == 429 }
}

extension OAuthError.Code {
  /// A parameter is missing, doubled or malformed.
  public static let invalidRequest: Self = "invalid_request"
  /// The client is unknown, or its secret is wrong.
  public static let invalidClient: Self = "invalid_client"
  /// The code or the refresh token is wrong, used, expired or revoked.
  public static let invalidGrant: Self = "invalid_grant"
  /// The client must not use this kind of grant.
  public static let unauthorizedClient: Self = "unauthorized_client"
  /// The server does not know this kind of grant.
  public static let unsupportedGrantType: Self = "unsupported_grant_type"
  /// The scope is unknown or more than was granted.
  public static let invalidScope: Self = "invalid_scope"
  /// The user, or the server, said no.
  public static let accessDenied: Self = "access_denied"
  /// The server does not give codes in this way.
  public static let unsupportedResponseType: Self = "unsupported_response_type"
  /// The server met something unexpected.
  public static let serverError: Self = "server_error"
  /// The server is too busy now.
  public static let temporarilyUnavailable: Self = "temporarily_unavailable"
}

extension OAuthError: CustomStringConvertible {
  /// The code and the explanation, of which only what is printable is shown, and no more than 200 characters.
  public var description: String {
    let words = explanation.map { text in
      ": "
        + String(
          text.unicodeScalars.filter { (0x20..<0x7F).contains($0.value) }.prefix(200).map(Character.init))
    }
    return code.rawValue + (words ?? "")
  }
}
