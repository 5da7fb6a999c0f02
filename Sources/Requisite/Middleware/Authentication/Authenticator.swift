/// Adds a credential to requests, and decides whether rejected ones are sent again.
///
/// *Which one do I want?* ``Authenticator/basic(user:password:)`` and ``Authenticator/bearer(_:)`` for credentials that
/// never change; ``BearerAuthenticator`` for tokens that expire, and ``OAuthClient`` to get them;
/// ``Authenticator/apiKey(_:header:)``; ``DigestAuthenticator``. For header fields that need neither a refresh nor a
/// second request, and that the cache shall see, an environment's ``Credentials`` will do. To **write one**, as for a server that wants each
/// request signed, conform:
///
/// ```swift
/// struct Signed: Authenticator {
///   let key: SigningKey
///   func authenticate(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportRequest {
///     var request = request
///     request.headers["X-Signature"] = key.signature(of: request.method, request.url)
///     return request
///   }
/// }
/// let transport = DefaultTransport.shared.authenticated(with: Signed(key: signingKey), for: "https://api.example.com")
/// ```
/// For one request, ``authenticate(_:)`` is called first; then, for each response, ``shouldRepeat(after:)``; and where that
/// says yes, ``authenticate(_:)`` again with the request as it was at first. Many calls run at once: state belongs
/// under a lock.
public protocol Authenticator: Sendable {
  /// Returns the request with its credential; unchanged where it has one of its own or there is none to add yet.
  ///
  /// Only requests to the origins that the credential is for get here. What is added goes to no other origin, for header
  /// fields that were added are left behind when a redirect leads elsewhere.
  func authenticate(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportRequest

  /// Looks at a response, and says whether authenticating and sending the request again may help. No by default.
  ///
  /// Responses of any status come by, so that an authenticator can learn from a success as well. It is asked where the
  /// body cannot be sent a second time, too: the next call may gain by it. The response is handed to the caller where the
  /// answer is no, and after three requests whatever the answer.
  func shouldRepeat(after response: AuthenticatedResponse) async throws(NetworkRequestError) -> Bool
}

extension Authenticator {
  /// No: the response stands.
  public func shouldRepeat(after response: AuthenticatedResponse) async throws(NetworkRequestError) -> Bool {
    false
  }
}
