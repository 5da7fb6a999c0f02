/// Why a call had no credential to go with, or could not get another in place of one that was rejected.
public struct AuthenticationFailure: Error, Sendable {
  /// What stopped it.
  public enum Reason: Sendable {
    /// There is no token, and nothing to get one with: somebody has to log in.
    case noToken
    /// The server that gives tokens refused. Where the code is `.invalidGrant`, somebody has to log in again.
    case tokenRefused(OAuthError)
    /// The server that gives tokens answered with something that is no token; what is wrong with it, not what it is.
    case malformedTokenResponse(String)
    /// The user was sent back with an answer that does not belong to the question: another `state`, another address.
    case malformedRedirect(String)
    /// A token could not be got for another reason; the error is that of the function that gets it, or of the store.
    case refreshFailed(any Error)
    /// A new token was got, and holds for this process, but the store did not take it.
    case tokenNotStored(any Error)
  }

  /// What stopped it.
  public let reason: Reason
  /// The request that needed the credential.
  public let request: TransportRequest?

  /// Makes the description of a failure.
  public init(_ reason: Reason, request: TransportRequest? = nil) {
    self.reason = reason
    self.request = request
  }

  /// The error behind it.
  public var underlyingError: (any Error)? {
    switch reason {
    case .noToken, .malformedTokenResponse, .malformedRedirect: nil
    case .tokenRefused(let error): error
    case .refreshFailed(let error), .tokenNotStored(let error): error
    }
  }

  /// Whether it may well go better a little later.
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
