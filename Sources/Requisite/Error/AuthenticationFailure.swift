/// The failure to get a credential for a call, or to replace one that the server rejected.
public struct AuthenticationFailure: Error, Sendable {
  /// The step of authentication that failed, with its cause.
  public enum Reason: Sendable {
    /// Neither a token nor a refresh token is stored: the user has to log in.
    case noToken
    /// Another user has logged in since the call began, or its user has logged out. A call is sent as the user with whom it
    /// began, or not at all.
    case userChanged
    /// The authorization server refused the request for a token; with the code `.invalidGrant` the
    /// user has to log in again.
    case tokenRefused(OAuthError)
    /// The token endpoint's response contains no usable token; the text says what is wrong without quoting the response.
    case malformedTokenResponse(String)
    /// The redirect back to the app does not answer the request that the app made, because its `state` or its URL
    /// differs; the text says what is wrong.
    case malformedRedirect(String)
    /// The metadata by which a login is discovered is missing, or is not of the API or the authorization server that it was
    /// requested for; the text says what is wrong.
    case untrustedMetadata(String)
    /// The server rejected the request, and offers Digest authentication only in ways that the authenticator does not use;
    /// the text has the algorithm and the `qop` of each.
    case unsupportedChallenge(String)
    /// A token could not be obtained for another reason; the error comes from the function that fetches
    /// tokens, or from the store.
    case refreshFailed(any Error)
    /// A new token was obtained and is used by this process, but the store could not save it.
    case tokenNotStored(any Error)
  }

  /// The step of authentication that failed, with its cause.
  public let reason: Reason
  /// The request that needed the credential.
  public internal(set) var request: TransportRequest?
  /// The id of the refresh that failed, which all calls that waited for it share; nil if no other call did.
  var refresh: TransportRequest.ID?

  /// Creates a failure, such as in a decorator of your own.
  public init(_ reason: Reason, request: TransportRequest? = nil) {
    self.reason = reason
    self.request = request
  }

  /// The error that caused the failure; nil if the failure has no other error as its cause.
  public var underlyingError: (any Error)? {
    switch reason {
    case .noToken, .userChanged, .malformedTokenResponse, .malformedRedirect, .untrustedMetadata,
      .unsupportedChallenge:
      nil
    case .tokenRefused(let error): error
    case .refreshFailed(let error), .tokenNotStored(let error): error
    }
  }

  /// True if the same call may succeed a little later: a transient error of the token endpoint or of the way to it.
  var isRetryable: Bool {
    switch reason {
    case .refreshFailed(let error as NetworkRequestError): error.isRetryable
    case .tokenRefused(let error): error.isTransient
    default: false
    }
  }
}

extension AuthenticationFailure.Reason {
  /// True if no further token can be had without the user.
  var needsLogin: Bool {
    switch self {
    case .noToken: true
    case .tokenRefused(let error): error.code == .invalidGrant
    case .refreshFailed(let error as NetworkRequestError): error.needsLogin
    default: false
    }
  }
}

extension AuthenticationFailure: Equatable, CustomStringConvertible, CustomReflectable {
  /// True if the reason, the cause and the request are the same.
  public static func == (left: AuthenticationFailure, right: AuthenticationFailure) -> Bool {
    left.request?.id == right.request?.id && left.message == right.message
      && ErrorIdentity(left.underlyingError) == ErrorIdentity(right.underlyingError)
  }

  /// The request and what went wrong, without credentials.
  public var description: String {
    "\(request.prefixInErrors)not authenticated: \(message)"
  }

  /// The description of the reason, and the request.
  ///
  /// The cause is left out, because its properties may contain secrets.
  public var customMirror: Mirror { Mirror(self, children: ["reason": message, "request": request as Any]) }

  /// A description of the reason, without the request.
  var message: String {
    switch reason {
    case .noToken: "no token is stored: the user has to log in"
    case .userChanged: "the user has changed since the call began, which is not sent as another one"
    case .tokenRefused(let error): "the token request was refused by the authorization server: \(error)"
    case .malformedTokenResponse(let problem): "the response of the token endpoint \(problem)"
    case .malformedRedirect(let problem): "the redirect \(problem)"
    case .untrustedMetadata(let problem): "the metadata \(problem)"
    case .unsupportedChallenge(let offers): "the server offers Digest only with \(offers.prefix(400))"
    case .refreshFailed(let error): "the token could not be refreshed: \(ErrorIdentity.message(of: error))"
    case .tokenNotStored(let error): "the new token could not be stored: \(ErrorIdentity.message(of: error))"
    }
  }
}

/// The error that an authorization server returns instead of a token or a code (RFC 6749 §4.1.2.1 and §5.2).
public struct OAuthError: Error, Sendable, Hashable {
  /// The kind of error, by its name in the RFC.
  public struct Code: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The name as it is transmitted, such as `invalid_grant`.
    public let rawValue: String

    /// Creates a code from its name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Creates a code from its name.
    public init(stringLiteral name: String) {
      self.init(rawValue: name)
    }
  }

  /// The code of the error, such as ``Code/invalidGrant``.
  public let code: Code
  /// The server's explanation for developers.
  public let explanation: String?
  /// The URL of a page about the error, for developers.
  public let page: String?
  /// The status of the token endpoint's response; nil if the error came in the user's redirect.
  public let status: Int?

  /// Creates an error, such as for a test.
  public init(_ code: Code, explanation: String? = nil, page: String? = nil, status: Int? = nil) {
    self.code = code
    self.explanation = explanation
    self.page = page
    self.status = status
  }

  /// True if the server reports a temporary failure or too many requests.
  var isTransient: Bool { code == .temporarilyUnavailable || code == .serverError || status == 429 }
}

extension OAuthError.Code {
  /// A parameter is missing, repeated or malformed.
  public static let invalidRequest: Self = "invalid_request"
  /// The client is unknown, or its secret is wrong.
  public static let invalidClient: Self = "invalid_client"
  /// The code or the refresh token is wrong, used, expired or revoked.
  public static let invalidGrant: Self = "invalid_grant"
  /// The client is not allowed to use this kind of grant.
  public static let unauthorizedClient: Self = "unauthorized_client"
  /// The server does not support this kind of grant.
  public static let unsupportedGrantType: Self = "unsupported_grant_type"
  /// The scope is unknown, or exceeds what was granted.
  public static let invalidScope: Self = "invalid_scope"
  /// The user or the server denied the request.
  public static let accessDenied: Self = "access_denied"
  /// The server does not support this way of getting a code.
  public static let unsupportedResponseType: Self = "unsupported_response_type"
  /// The server encountered an unexpected condition.
  public static let serverError: Self = "server_error"
  /// The server is temporarily overloaded or under maintenance.
  public static let temporarilyUnavailable: Self = "temporarily_unavailable"
}

extension OAuthError: CustomStringConvertible {
  /// The code, and the printable ASCII characters of the explanation, at most 200.
  public var description: String {
    Self.printable(code.rawValue) + (explanation.map { ": \(Self.printable($0))" } ?? "")
  }

  private static func printable(_ text: String) -> String {
    String(decoding: text.utf8.filter(ASCII.isPrintable).prefix(200), as: UTF8.self)
  }
}
