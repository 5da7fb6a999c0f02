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
  /// Returns the request with its credential; unchanged if it has its own or no credential is known yet.
  ///
  /// It is called only for requests to the origins that the credential is for. A redirect to another origin drops the
  /// header fields that were added here.
  func authenticate(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportRequest

  /// Returns true if authenticating and sending the request again may help. False by default.
  ///
  /// It sees responses of every status, so that an authenticator can learn from a success as well, and also responses to a
  /// body that cannot be sent twice: the next call can use what it learned. The caller gets the response if the result is
  /// false, and after three requests in any case.
  func shouldRepeat(after response: AuthenticatedResponse) async throws(NetworkRequestError) -> Bool
}

extension Authenticator {
  /// False: the caller gets the response.
  public func shouldRepeat(after response: AuthenticatedResponse) async throws(NetworkRequestError) -> Bool {
    false
  }
}

/// A response as an ``Authenticator`` sees it: everything but its body, which is the caller's.
public struct AuthenticatedResponse: Sendable {
  /// The request as it came, without a credential of the authenticator's.
  public let request: TransportRequest
  /// The request as it was sent.
  public let sent: TransportRequest
  /// The status of the response.
  public let status: Int
  /// The header fields of the response.
  public let headers: HTTPHeaders
  /// How often the request was sent by now, counted from 1.
  public let number: Int

  /// Makes a response, as for the test of an authenticator of your own.
  public init(
    to request: TransportRequest, sent: TransportRequest, status: Int, headers: HTTPHeaders = HTTPHeaders(),
    number: Int = 1
  ) {
    self.request = request
    self.sent = sent
    self.status = status
    self.headers = headers
    self.number = number
  }

  /// Whether the server rejected a credential of the authenticator's, or asks for one: a 401 to a request that came
  /// without a credential of its own.
  public var isRejection: Bool { status == 401 && !request.headers.contains(.authorization) }
}
