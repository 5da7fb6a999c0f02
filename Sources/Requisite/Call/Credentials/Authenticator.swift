/// A type that adds a credential to requests and decides whether a rejected request is sent again.
///
/// *Which one do I want?* ``Authenticator/basic(user:password:)`` or ``Authenticator/bearer(_:)-(String)`` for a credential that
/// never changes; ``BearerAuthenticator`` for tokens that expire, and ``OAuthClient`` to get them;
/// ``Authenticator/apiKey(_:header:)`` for an API key; ``DigestAuthenticator`` for Digest authentication. An
/// environment's ``Credentials`` are enough for header fields that need neither a refresh nor a second request and that
/// the cache should see. To **write one**, for example for a server that wants each request signed, conform:
///
/// ```swift
/// struct Signed: Authenticator {
///   let key: SigningKey
///   func authenticate(
///     _ request: TransportRequest
///   ) async throws(NetworkRequestError) -> TransportRequest {
///     var request = request
///     request.headers["X-Signature"] = key.signature(
///       of: request.method, request.url)
///     return request
///   }
///   // Lets responses be cached
///   func identity(of request: TransportRequest) async -> String? { key.id }
/// }
/// let transport = DefaultTransport.shared.authenticated(
///   with: Signed(key: signingKey), for: "https://api.example.com")
/// ```
/// For each request, the transport calls ``authenticate(_:)`` and then, with the response, ``shouldRepeat(after:)``. If
/// that returns true, the transport calls ``authenticate(_:)`` again with the original request. Many calls run at once:
/// protect mutable state with a lock.
public protocol Authenticator: Sendable {
  /// Returns the request with its credential, or unchanged if it has one of its own or no credential is known yet.
  ///
  /// This is called only for requests to the origins that the credential is for. After a redirect within the origin, it is
  /// called again with the request to the target, without what was added before. A redirect to another origin drops what
  /// was added here.
  func authenticate(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportRequest

  /// Returns true if authenticating and sending the request again may help. False by default.
  ///
  /// This is called for responses of every status, so that an authenticator can also learn from a success, and for
  /// requests whose body cannot be sent twice, so that the next call can use what was learned. It is not called after a
  /// redirect to another origin. The caller gets the response if the result is false, if the body cannot be sent twice,
  /// and after the third request in any case.
  func shouldRepeat(after response: AuthenticatedResponse) async throws(NetworkRequestError) -> Bool

  /// Returns the user or account whose credential a request will get or, if it was sent, has. Nil, the default, if that is
  /// not known: a cache or deduplication outside then shares no response. Empty if the request gets no credential.
  ///
  /// A call is sent only as the user with whom it began, and responses are shared only between requests with equal identities,
  /// compared byte by byte. So an identity stays the same when a token is renewed, and changes at the latest with the credential
  /// of another user. The dispatcher calls this when a call begins, a cache and deduplication before they answer, and the layer
  /// with the request that ``authenticate(_:)`` returned: the call fails with ``AuthenticationFailure/Reason/userChanged`` if
  /// another user is named then, or if nothing was added because the user has logged out. Behind a
  /// layer of your own that hides its ``Transport/upstream``, a call begins when it reaches the authenticator. A user of an unknown
  /// name cannot be compared.
  ///
  /// Only a hash is stored, with the type of the authenticator and its position among those of the stack, so that two
  /// authenticators may use one name. Authenticators of one type, at one position of stacks that share a store, use one name for
  /// one user only.
  func identity(of request: TransportRequest) async -> String?
}

extension Authenticator {
  /// Returns false: the caller gets the response.
  public func shouldRepeat(after response: AuthenticatedResponse) async throws(NetworkRequestError) -> Bool {
    false
  }

  /// Returns nil: no response is shared.
  public func identity(of request: TransportRequest) async -> String? { nil }
}

/// A response without its body, as an ``Authenticator`` receives it. Only the caller reads the body.
public struct AuthenticatedResponse: Sendable {
  /// The request as the layer received it, without the authenticator's credential.
  public let request: TransportRequest
  /// The request as it was sent, with the credential.
  public let sent: TransportRequest
  /// The status of the response.
  public let status: Int
  /// The header fields of the response.
  public let headers: HTTPHeaders
  /// How many times the request has been sent so far, counted from 1.
  public let number: Int

  /// Creates a response, for example to test an authenticator of your own.
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

  /// True if the server rejected the authenticator's credential or asks for one: the status is 401, and the original
  /// request had no `Authorization` of its own.
  public var isRejection: Bool { status == 401 && !request.headers.contains(.authorization) }
}

/// Work that gets a credential which calls may be waiting for, such as the refresh of a ``BearerAuthenticator``.
///
/// A call of such work waits for no call that may be waiting for its result: a throttle gives it no slot, a circuit breaker
/// neither refuses nor counts it, deduplication lets it join no other call, and a cache passes it on. A layer of your own
/// that lets calls wait for one another, or refuses them because of others, does the same:
///
/// ```swift
/// func send(
///   _ request: TransportRequest
/// ) async throws(NetworkRequestError) -> TransportResponse {
///   if !CredentialRefresh.isInProgress { await turnstile.pass() }
///   return try await upstream.send(request)
/// }
/// ```
public enum CredentialRefresh {
  /// True in a task that gets a credential, and in the tasks that it starts; false by default.
  ///
  /// ``BearerAuthenticator`` sets it for each refresh. An ``Authenticator`` of your own that gets its credential through the
  /// stack that it is part of sets it too:
  ///
  /// ```swift
  /// let token = try await CredentialRefresh.$isInProgress.withValue(true) {
  ///   try await logIn(nil)
  /// }
  /// ```
  @TaskLocal public static var isInProgress = false
}
