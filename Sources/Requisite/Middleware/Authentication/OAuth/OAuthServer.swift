/// An authorization server, as its metadata describes it (RFC 8414, OpenID Connect Discovery 1.0), and the API that named it.
///
/// ```swift
/// let server = try await OAuthClient.discover(
///   from: "https://api.example.com/notes")
/// let app = OAuthClient(server, id: "todos")
/// let login = try AuthorizationCodeRequest(
///   server, clientID: app.id, redirectURI: "com.example.todos:/done")
/// ```
/// An id of a client is that of one server: compare ``issuer`` before you use an id, a secret or a token that you got before.
public struct OAuthServer: Sendable {
  /// The issuer identifier of the server, as the API and the metadata spell it.
  public let issuer: String
  /// The URL that token requests are sent to.
  public let tokenEndpoint: String
  /// The URL of the login page; nil if the server has none.
  public let authorizationEndpoint: String?
  /// The URL that device codes are requested from (RFC 8628); nil if the server issues none.
  public let deviceEndpoint: String?
  /// The identifier of the API that the tokens are for (RFC 8707); nil if the server was found by its issuer alone.
  public let resource: String?
  /// The scopes to ask for: those of the API's challenge (RFC 6750 §3), or else all that the API's metadata lists. Empty if
  /// neither names any.
  public let scope: [String]
  /// True if each redirect of the server names it (RFC 9207 §2.3).
  let namesItself: Bool
}

extension OAuthClient {
  /// Creates a client of a server that ``discover(from:issuer:transport:timeout:)-(NetworkResponse,_,_,_)`` has found. Its tokens
  /// are for the API that named the server.
  ///
  /// The parameters are those of ``init(tokenEndpoint:id:resource:authentication:transport:timeout:tokenTypes:clock:)``.
  public init(
    _ server: OAuthServer, id: String, authentication: Authentication = .none,
    transport: any Transport = DefaultTransport.shared, timeout: Duration = .seconds(30),
    tokenTypes: Set<String> = [], clock: CallClock = .continuous
  ) {
    self.init(
      tokenEndpoint: server.tokenEndpoint, id: id, resource: server.resource, authentication: authentication,
      transport: transport, timeout: timeout, tokenTypes: tokenTypes, clock: clock)
  }

  /// Finds the authorization server of an API that answered 401, by the `resource_metadata` of its challenge, or else at the API's
  /// well-known URLs (RFC 9728).
  ///
  /// Nothing found decides where a token is sent: that are the origins that you name for the authenticator. Metadata is refused,
  /// with ``AuthenticationFailure/Reason/untrustedMetadata(_:)``, if
  /// - its URL has another origin than the API, or redirects;
  /// - it is for another API than the one that was called, or names another issuer than the one it was requested for;
  /// - it names an `http` URL, unless the API itself is `http` on this machine.
  ///
  /// The requests carry no credentials, and no response is longer than 1 MB.
  ///
  /// - Parameters:
  ///   - response: The response with the challenge.
  ///   - issuer: The issuer that the API must name; the first that it names by default.
  ///   - transport: The transport of the requests: the platform's own by default.
  ///   - timeout: How long each connection may be idle; 30 seconds by default.
  /// - Throws: ``NetworkRequestError/authenticationFailed(_:)`` as above, also if there is no metadata;
  ///   ``NetworkRequestError/invalidRequest(_:)`` for a URL that is not `https`; and the errors of the transport and of statuses.
  public static func discover(
    from response: NetworkResponse, issuer: String? = nil,
    transport: any Transport = DefaultTransport.shared, timeout: Duration = .seconds(30)
  ) async throws(NetworkRequestError) -> OAuthServer {
    let challenge = response.headers.challenges.first { $0["resource_metadata"] != nil }
    let scope = (challenge ?? response.headers.challenges.first { $0["scope"] != nil })?["scope"]
    return try await OAuthDiscovery(transport: transport, timeout: timeout).server(
      of: response.request.url.absoluteString, metadata: challenge?["resource_metadata"],
      scope: scope?.split(separator: " ").map(String.init), issuer: issuer)
  }

  /// Finds the authorization server of an API by the API's URL, at its well-known URLs (RFC 9728 §3). See
  /// ``discover(from:issuer:transport:timeout:)-(NetworkResponse,_,_,_)``.
  public static func discover(
    from api: String, issuer: String? = nil, transport: any Transport = DefaultTransport.shared,
    timeout: Duration = .seconds(30)
  ) async throws(NetworkRequestError) -> OAuthServer {
    try await OAuthDiscovery(transport: transport, timeout: timeout).server(
      of: api, metadata: nil, scope: nil, issuer: issuer)
  }

  /// Finds an authorization server by its issuer identifier, such as `https://login.example.com` (RFC 8414 §3). See
  /// ``discover(from:issuer:transport:timeout:)-(NetworkResponse,_,_,_)``.
  public static func discover(
    issuer: String, transport: any Transport = DefaultTransport.shared, timeout: Duration = .seconds(30)
  ) async throws(NetworkRequestError) -> OAuthServer {
    try await OAuthDiscovery(transport: transport, timeout: timeout).server(
      issuer, namedBy: SecureEndpoint.url(issuer, named: "issuer"), resource: nil, scope: [])
  }
}

extension AuthorizationCodeRequest {
  /// Creates a request to a discovered server, for the API that named it.
  ///
  /// The redirect must name the server's issuer if its metadata promises so, and may name no other (RFC 9207).
  ///
  /// The other parameters are those of
  /// ``init(endpoint:clientID:redirectURI:scope:issuer:resource:parameters:verifier:state:)``.
  ///
  /// - Parameter scope: The scopes to ask for; by default those of the server's ``OAuthServer/scope``.
  public init(
    _ server: OAuthServer, clientID: String, redirectURI: String, scope: [String]? = nil,
    parameters: QueryParams = QueryParams(), verifier: Secret = .random(byteCount: 32),
    state: Secret = .random()
  ) throws(NetworkRequestError) {
    try self.init(
      endpoint: server.authorizationEndpoint ?? "", clientID: clientID, redirectURI: redirectURI,
      scope: scope ?? server.scope, issuer: server.issuer, resource: server.resource, parameters: parameters,
      verifier: verifier, state: state)
    isIssuerRequired = server.namesItself
  }
}
