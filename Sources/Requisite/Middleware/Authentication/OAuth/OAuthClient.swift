/// Gets access tokens from an authorization server (RFC 6749).
///
/// ```swift
/// let oauth = OAuthClient(
///   tokenEndpoint: "https://login.example.com/token", id: "todos", authentication: .header(secret: secret))
/// let transport = DefaultTransport.shared.authenticated(with: .clientCredentials(of: oauth), for: "https://api.example.com")
/// ```
/// It sends through a transport of its own, not through the stack that its tokens are for. Redirects are not followed:
/// a secret goes to the token endpoint and nowhere else. The endpoint must be `https`, unless it is on this machine.
public struct OAuthClient: Sendable {
  /// How the client authenticates itself (§2.3.1).
  public enum Authentication: Sendable, Hashable {
    /// By its id alone: for apps, which cannot keep a secret.
    case none
    /// By id and secret in an `Authorization` field.
    case header(secret: Secret)
    /// By id and secret in the body: for servers that cannot read the field.
    case body(secret: Secret)
  }

  /// The URL that gives tokens.
  public let tokenEndpoint: String
  /// The id that the server knows the client by.
  public let id: String
  private let authentication: Authentication
  private let transport: any Transport
  private let timeout: Duration
  private let wallClock: @Sendable () -> Date

  /// Makes a client.
  ///
  /// - Parameters:
  ///   - tokenEndpoint: The URL that gives tokens.
  ///   - id: The id that the server knows the client by.
  ///   - authentication: How the client authenticates itself; by its id alone by default.
  ///   - transport: The transport that token requests are sent through: the platform's own by default.
  ///   - timeout: How long the connection may be silent; 30 seconds by default, for calls wait for it.
  ///   - wallClock: What the life of a token is counted from.
  public init(
    tokenEndpoint: String, id: String, authentication: Authentication = .none,
    transport: any Transport = DefaultTransport.shared, timeout: Duration = .seconds(30),
    wallClock: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.tokenEndpoint = tokenEndpoint
    self.id = id
    self.authentication = authentication
    self.transport = transport
    self.timeout = timeout
    self.wallClock = wallClock
  }

  /// Asks for a token.
  ///
  /// - Throws: ``NetworkRequestError/authenticationFailed(_:)`` where the server refuses, with its ``OAuthError``, or
  ///   gives something that is no bearer token; the error of the status where it says neither; what the transport
  ///   throws. None of them has the request's body or the response's token in it.
  public func token(_ grant: OAuthGrant) async throws(NetworkRequestError) -> AccessToken {
    let request = try request(grant)
    let asked = TransportRequest(
      method: .post, url: request.url, options: request.options, id: request.id)
    let response: TransportResponse
    do { response = try await transport.send(request) } catch {
      throw error.told(of: asked, insteadOf: request)
    }
    guard case .data(let data) = response.body else {
      throw .authenticationFailed(
        AuthenticationFailure(.malformedTokenResponse("is not in memory"), request: asked))
    }
    let tokenResponse = TokenResponse(status: response.status, data: data, time: wallClock())
    do { return try tokenResponse.token() } catch {
      switch error {
      case .failed(let reason):
        throw .authenticationFailed(AuthenticationFailure(reason, request: asked))
      case .status:
        throw NetworkRequestError(
          status: NetworkResponse(status: response.status, headers: response.headers, request: asked))
      }
    }
  }

  /// Asks for a token in place of another. Where the server gives no new refresh token, the old one stays; where it
  /// does, the old one is used up (rotation).
  ///
  /// - Throws: ``NetworkRequestError/authenticationFailed(_:)`` with `.noToken` where the old token has no refresh token;
  ///   and what ``token(_:)`` throws.
  public func token(refreshing old: AccessToken?) async throws(NetworkRequestError) -> AccessToken {
    guard let old, let refreshToken = old.refreshToken else {
      throw .authenticationFailed(AuthenticationFailure(.noToken))
    }
    let token = try await token(.refreshToken(refreshToken))
    return AccessToken(
      token.value, refreshToken: token.refreshToken ?? refreshToken, expiry: token.expiry,
      scope: token.scope.isEmpty ? old.scope : token.scope)
  }

  private func request(_ grant: OAuthGrant) throws(NetworkRequestError) -> TransportRequest {
    var fields = grant.fields
    fields.items.insert(.init("grant_type", grant.type), at: 0)
    var headers: HTTPHeaders = [.accept: "application/json"]
    switch authentication {
    case .none: fields.append("client_id", id)
    case .body(let secret):
      fields.append("client_id", id)
      fields.append("client_secret", secret.revealed)
    case .header(let secret): headers.append(.authorization(basic(secret)))
    }
    let body = try fields.encoded()
    headers.append(HTTPHeader(.contentType, body.contentType ?? ""))
    let options = RequestOptions(timeout: timeout).with(\.redirects, .none)
    return TransportRequest(
      method: .post, url: try SecureEndpoint.url(tokenEndpoint, named: "token endpoint"), headers: headers,
      body: body, options: options)
  }

  /// Encodes id and secret as in a form first (§2.3.1), so that a colon in the id does not separate them.
  private func basic(_ secret: Secret) -> Authorization {
    .basic(user: Self.encoded(id), password: Self.encoded(secret.revealed))
  }

  private static func encoded(_ text: String) -> String {
    var result = ""
    PercentEncoding.appendToForm(text, to: &result)
    return result
  }
}

extension Authenticator where Self == BearerAuthenticator {
  /// Tokens of a user who has logged in: each is requested with the refresh token of the last one (RFC 6749 §6).
  ///
  /// ```swift
  /// let tokens: BearerAuthenticator = .refreshing(with: oauth, store: KeychainStore())
  /// let transport = DefaultTransport.shared.authenticated(with: tokens, for: "https://api.example.com")
  /// try await tokens.logIn(oauth.token(grant))     // the grant of an AuthorizationCodeRequest
  /// ```
  /// Before the first login, calls fail with ``NetworkRequestError/authenticationFailed(_:)`` and `.noToken`.
  public static func refreshing(
    with client: OAuthClient, store: any TokenStore = MemoryTokenStore(), leeway: Duration = .seconds(30),
    wallClock: @escaping @Sendable () -> Date = { Date() }
  ) -> BearerAuthenticator {
    BearerAuthenticator(store: store, leeway: leeway, wallClock: wallClock) { old in
      try await client.token(refreshing: old)
    }
  }

  /// Tokens of the client for itself (RFC 6749 §4.4): each is asked for anew.
  public static func clientCredentials(
    of client: OAuthClient, scope: [String] = [], store: any TokenStore = MemoryTokenStore(),
    leeway: Duration = .seconds(30), wallClock: @escaping @Sendable () -> Date = { Date() }
  ) -> BearerAuthenticator {
    BearerAuthenticator(store: store, leeway: leeway, wallClock: wallClock) { _ in
      try await client.token(.clientCredentials(scope: scope))
    }
  }
}

/// The URL of an endpoint that secrets go to: `https`, or on this machine (RFC 6749 §3.1 and §3.2).
enum SecureEndpoint {
  private static let loopback: Set<String> = ["localhost", "127.0.0.1", "[::1]", "::1"]

  static func url(_ text: String, named name: String) throws(NetworkRequestError) -> URL {
    guard let url = URL(string: text), BaseURL.isScheme(url.scheme ?? ""),
      url.host(percentEncoded: true)?.isEmpty == false
    else {
      let problem = "the \(name) “\(text)” is not a URL of https with a host"
      throw .invalidRequest(InvalidRequest(.path, problem))
    }
    let origin = Origin(url)
    guard origin.scheme == "https" || loopback.contains(origin.host) else {
      let problem = "the \(name) “\(url.printable)” is not https: secrets would go to it in the clear"
      throw .invalidRequest(InvalidRequest(.path, problem))
    }
    guard url.fragment(percentEncoded: true) == nil else {
      let problem =
        "the \(name) “\(url.printable)” has a fragment, which is not allowed: remove the text from "
        + "# on"
      throw .invalidRequest(InvalidRequest(.path, problem))
    }
    return url
  }
}
