/// Why a call had no credential to go with, or could not get another in place of one that was rejected.
public struct AuthenticationFailure: Error, Sendable {
  /// The step that failed, with its cause.
  public enum Reason: Sendable {
    /// No token is stored and no refresh token to get one with: the user has to log in.
    case noToken
    /// The authorization server refused. With the code `.invalidGrant` the user has to log in again.
    case tokenRefused(OAuthError)
    /// The token endpoint's response holds no usable token; the text says what is wrong without quoting the response.
    case malformedTokenResponse(String)
    /// The user was sent back with an answer that does not belong to the question: another `state`, another address.
    case malformedRedirect(String)
    /// A token could not be got for another reason; the error is that of the function that gets it, or of the store.
    case refreshFailed(any Error)
    /// A new token was got, and holds for this process, but the store did not take it.
    case tokenNotStored(any Error)
  }

  /// The step that failed, with its cause.
  public let reason: Reason
  /// The request that needed the credential.
  public let request: TransportRequest?

  /// Makes the description of a failure.
  public init(_ reason: Reason, request: TransportRequest? = nil) {
    self.reason = reason
    self.request = request
  }

  /// The error that caused the failure; nil if no other error did.
  public var underlyingError: (any Error)? {
    switch reason {
    case .noToken, .malformedTokenResponse, .malformedRedirect: nil
    case .tokenRefused(let error): error
    case .refreshFailed(let error), .tokenNotStored(let error): error
    }
  }

  /// True if the same call may succeed a little later.
  var isRetryable: Bool {
    switch reason {
    case .refreshFailed(let error as NetworkRequestError): error.isRetryable
    case .tokenRefused(let error): error.isTransient
    default: false
    }
  }
}

extension AuthenticationFailure: Equatable, CustomStringConvertible, CustomReflectable {
  /// Whether the same went wrong for the same request.
  public static func == (left: AuthenticationFailure, right: AuthenticationFailure) -> Bool {
    left.request?.id == right.request?.id && left.words == right.words
      && ErrorIdentity(left.underlyingError) == ErrorIdentity(right.underlyingError)
  }

  /// The request and what went wrong; no credential.
  public var description: String {
    "\(request.map { "\($0): " } ?? "")not authenticated: \(words)"
  }

  /// What went wrong in words, and the request: an error of another kind may have anything in it.
  public var customMirror: Mirror { Mirror(self, children: ["reason": words, "request": request as Any]) }

  /// What went wrong, without the request.
  var words: String {
    switch reason {
    case .noToken: "there is no token"
    case .tokenRefused(let error): "no token was given: \(error)"
    case .malformedTokenResponse(let problem): "the response of the token endpoint \(problem)"
    case .malformedRedirect(let problem): "the redirect \(problem)"
    case .refreshFailed(let error): "the token could not be refreshed: \(ErrorIdentity.message(of: error))"
    case .tokenNotStored(let error): "the new token could not be stored: \(ErrorIdentity.message(of: error))"
    }
  }
}

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

  /// The error code of the server's answer.
  public let code: Code
  /// The server's explanation for developers.
  public let explanation: String?
  /// The URL of a page about the error, for developers.
  public let page: String?
  /// The status of the response; nil where it came by a redirect of the user.
  public let status: Int?

  /// Makes an error of its parts, such as for a test.
  public init(_ code: Code, explanation: String? = nil, page: String? = nil, status: Int? = nil) {
    self.code = code
    self.explanation = explanation
    self.page = page
    self.status = status
  }

  /// True if the server reports that it is only busy.
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
    let words = explanation.map {
      ": " + String(decoding: $0.utf8.filter(ASCII.isPrintable).prefix(200), as: UTF8.self)
    }
    return code.rawValue + (words ?? "")
  }
}
