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
  /// Only a hash is stored, with the type of the authenticator and its place among those of the stack, so that two
  /// authenticators may use one name. Authenticators of one type, at one place of stacks that share a store, use one name for
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
/// A call of such work waits for no call that may be waiting for its result: a throttle gives it no place, a circuit breaker
/// neither refuses nor counts it, deduplication lets it join no other call, and a cache passes it on. A layer of your own
/// that lets calls wait for one another, or refuses them because of others, does the same:
///
/// ```swift
/// func send(
///   _ request: TransportRequest
/// ) async throws(NetworkRequestError) -> TransportResponse {
///   if !CredentialRefresh.isUnderWay { await turnstile.pass() }
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
  /// let token = try await CredentialRefresh.$isUnderWay.withValue(true) {
  ///   try await logIn(nil)
  /// }
  /// ```
  @TaskLocal public static var isUnderWay = false
}

/// An authenticator that sends a key, a password or a token with each request, in a header field or in the query, without
/// waiting for a challenge.
public struct FixedAuthenticator: Authenticator {
  /// The part of a request that carries the credential.
  public enum Location: Sendable, Hashable {
    /// A header field with this name.
    case header(HTTPHeaderName)
    /// A query item with this name. Servers and proxies log URLs: prefer a header field if the server accepts one.
    case query(String)
  }

  private let location: Location
  private let fetch: @Sendable () async throws -> Secret

  /// Creates an authenticator that fetches the credential for each call, for example from a keychain: when the call begins, to
  /// know whose it is, and for each request. If that is slow, cache the credential. A call fails if the credential has changed
  /// since it began.
  ///
  /// An error that `fetch` throws ends the call before anything is sent. It is mapped by
  /// ``NetworkRequestError/init(_:request:)``, usually to ``NetworkRequestError/unknownError(_:)``.
  public init(in location: Location, fetch: @escaping @Sendable () async throws -> Secret) {
    self.location = location
    self.fetch = fetch
  }

  /// Adds the credential and hides it in logs, unless the request already has a header field or query item with that name.
  public func authenticate(
    _ request: TransportRequest
  ) async throws(NetworkRequestError) -> TransportRequest {
    switch location {
    case .header(let name): try await adding(to: request, in: name)
    case .query(let name): try await adding(to: request, as: name)
    }
  }

  /// Returns a hash of the location and of the credential that was added to the request, or of the one that `fetch` returns;
  /// nil if it throws. Empty if the request has a credential of its own, which tells it apart already.
  public func identity(of request: TransportRequest) async -> String? {
    let (place, own) =
      switch location {
      case .header(let name): ("header \(ASCII.lowercased(name.rawValue))", request.headers[name])
      case .query(let name): ("query \(name)", request.query[name])
      }
    func hash(_ credential: String) -> String {
      SHA256.hexadecimal("\(place.utf8.count):\(place):\(credential)")
    }
    if let own { return request.options.appliedCredentials.isEmpty ? "" : hash(own) }
    // The error fails the call itself.
    do { return hash(try await fetch().revealed) } catch { return nil }
  }

  private func adding(
    to request: TransportRequest, in name: HTTPHeaderName
  ) async throws(NetworkRequestError) -> TransportRequest {
    guard !request.headers.contains(name) else { return request }
    var request = request
    request.headers.append(HTTPHeader(name, try await key(for: request).revealed))
    return hiding(name.rawValue, in: request)
  }

  private func adding(
    to request: TransportRequest, as name: String
  ) async throws(NetworkRequestError) -> TransportRequest {
    guard !request.query.items.contains(where: { $0.name == name }) else { return request }
    let parts = URLParts(request.url)
    let item = QueryParams(items: [.init(name, try await key(for: request).revealed)]).encoded
    let query = parts.query.isEmpty ? item : "\(parts.query)&\(item)"
    guard let url = parts.replacing(.query, with: query) else {
      throw .invalidRequest(
        .query, "the key “\(name)” cannot be added to the query: check the URL of \(request)")
    }
    var request = request
    request.url = url
    return hiding(name, in: request)
  }

  private func hiding(_ name: String, in request: consuming TransportRequest) -> TransportRequest {
    guard !request.options.redaction.hidesValue(of: name) else { return request }
    request.options.redaction = request.options.redaction.hiding([name])
    return request
  }

  private func key(for request: TransportRequest) async throws(NetworkRequestError) -> Secret {
    do { return try await fetch() } catch { throw NetworkRequestError(error, request: request) }
  }
}

extension Authenticator where Self == FixedAuthenticator {
  /// Sends a user name and a password in UTF-8 (RFC 7617).
  ///
  /// Anyone who can read the request can read both: use `https`. A user name that contains a colon, or a control
  /// character in either text, fails each call with ``NetworkRequestError/invalidRequest(_:)``, as RFC 7617 §2 requires.
  public static func basic(user: String, password: String) -> FixedAuthenticator {
    let problem = Authorization.problem(user, password)
    let credential = Secret(Authorization.basic(user: user, password: password).headerValue)
    return FixedAuthenticator(in: .header(.authorization)) {
      if let problem { throw NetworkRequestError.invalidRequest(.header, problem) }
      return credential
    }
  }

  /// Sends a token that never changes (RFC 6750). For a token that expires, see ``BearerAuthenticator``.
  public static func bearer(_ token: String) -> FixedAuthenticator {
    .fixed(.bearer(token))
  }

  /// Sends a token that never changes (RFC 6750), from a ``Secret``.
  public static func bearer(_ token: Secret) -> FixedAuthenticator {
    bearer(token.revealed)
  }

  /// Sends a credential of any other scheme, unchanged.
  public static func fixed(_ authorization: Authorization) -> FixedAuthenticator {
    let credential = Secret(authorization.headerValue)
    return FixedAuthenticator(in: .header(.authorization)) { credential }
  }

  /// Sends a key in a header field, for example `.apiKey(key, header: "X-Api-Key")`.
  public static func apiKey(_ key: String, header name: HTTPHeaderName) -> FixedAuthenticator {
    let key = Secret(key)
    return FixedAuthenticator(in: .header(name)) { key }
  }

  /// Sends a key in the query, for example `.apiKey(key, query: "api_key")`. See
  /// ``FixedAuthenticator/Location/query(_:)``.
  public static func apiKey(_ key: String, query name: String) -> FixedAuthenticator {
    let key = Secret(key)
    return FixedAuthenticator(in: .query(name)) { key }
  }
}
