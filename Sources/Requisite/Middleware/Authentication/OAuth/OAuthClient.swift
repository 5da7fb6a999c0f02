/// A client of an authorization server that requests access tokens (RFC 6749).
///
/// ```swift
/// let oauth = OAuthClient(
///   tokenEndpoint: "https://login.example.com/token", id: "todos",
///   authentication: .header(secret: secret))
/// let transport = DefaultTransport.shared.authenticated(
///   with: .clientCredentials(of: oauth), for: "https://api.example.com")
/// ```
/// The client sends through its own transport, not through the stack that its tokens are for. It follows no redirects, so
/// that a secret goes only to the token endpoint. The endpoint must be `https`, unless it is on this machine.
public struct OAuthClient: Sendable {
  /// How the client authenticates itself (§2.3.1).
  public enum Authentication: Sendable, Hashable {
    /// With its id only: for apps, which cannot keep a secret.
    case none
    /// With its id and secret in an `Authorization` header field.
    case header(secret: Secret)
    /// With its id and secret in the body: for servers that cannot read the header field.
    case body(secret: Secret)
  }

  /// The URL that token requests are sent to.
  public let tokenEndpoint: String
  /// The id under which the server knows the client.
  public let id: String
  /// The identifier of the API that the tokens are for, sent with each request (RFC 8707); nil if the server knows.
  public let resource: String?
  private let authentication: Authentication
  private let transport: any Transport
  private let timeout: Duration
  private let tokenTypes: Set<String>
  let clock: CallClock

  /// Creates a client of one token endpoint.
  ///
  /// - Parameters:
  ///   - tokenEndpoint: The URL that token requests are sent to.
  ///   - id: The id under which the server knows the client.
  ///   - resource: The identifier of the API that the tokens are for, such as its URL: sent with each request, a refresh too, so that
  ///     no other API takes them (RFC 8707). None by default.
  ///   - authentication: How the client authenticates itself; with its id only by default.
  ///   - transport: The transport that sends token requests: the platform's own by default.
  ///   - timeout: How long the connection may be idle; 30 seconds by default, because calls wait for the token.
  ///   - tokenTypes: The token types of the server, besides `Bearer`, whose tokens are sent like bearer tokens, such as `bot`;
  ///     compared without regard to case. None by default.
  ///   - clock: The clock from whose date the lifetime of a token is counted, and which measures the waits for a user; the system's by
  ///     default.
  public init(
    tokenEndpoint: String, id: String, resource: String? = nil, authentication: Authentication = .none,
    transport: any Transport = DefaultTransport.shared, timeout: Duration = .seconds(30),
    tokenTypes: Set<String> = [], clock: CallClock = .continuous
  ) {
    self.tokenEndpoint = tokenEndpoint
    self.id = id
    self.resource = resource
    self.authentication = authentication
    self.transport = transport
    self.timeout = timeout
    self.tokenTypes = Set(tokenTypes.map { ASCII.lowercased($0) }).union(["bearer"])
    self.clock = clock
  }

  /// Requests a token from the token endpoint, and returns the token alone. Throws what ``response(to:)`` throws.
  public func token(_ grant: Grant) async throws(NetworkRequestError) -> AccessToken {
    try await response(to: grant).token
  }

  /// Requests a token from the token endpoint, and returns it with what the server sends with it, such as an id token.
  ///
  /// Servers differ from RFC 6749 §5.1: only `access_token` must be as it says. Without `token_type` the token is a bearer
  /// token, a lifetime that cannot be read is unknown, scopes may be a list, and other members are ignored if they have another
  /// type.
  ///
  /// - Throws: ``NetworkRequestError/authenticationFailed(_:)`` if the server refuses, with its ``OAuthError``, or if a
  ///   success contains no bearer token; the error of the status if an error response contains no OAuth error;
  ///   ``NetworkRequestError/invalidRequest(_:)`` if the token endpoint is not `https`; and the errors of the transport.
  ///   None of them contains the request's body or the response's token.
  public func response(to grant: Grant) async throws(NetworkRequestError) -> TokenResponse {
    var fields = grant.fields
    fields.items.insert(.init("grant_type", grant.type), at: 0)
    // What a grant consists of is a credential, by whatever name.
    let secrets = Set(grant.fields.items.map(\.name)).subtracting(["scope", "redirect_uri"]).union(["code"])
    return try await send(fields, to: tokenEndpoint, named: "token endpoint", hiding: secrets).response()
  }

  /// Sends a form to an endpoint of the server, with the client's authentication.
  func send(
    _ fields: FormFields, to endpoint: String, named name: String, hiding secrets: Set<String> = []
  ) async throws(NetworkRequestError) -> TokenReader {
    let request = try request(fields, to: SecureEndpoint.url(endpoint, named: name), hiding: secrets)
    let asked = TransportRequest(
      method: .post, url: request.url, options: request.options, id: request.id)
    let response: TransportResponse
    do { response = try await transport.send(request) } catch {
      throw error.labelled(for: asked, sentAs: request)
    }
    guard case .data(let data) = response.body else {
      throw .authenticationFailed(
        AuthenticationFailure(.malformedTokenResponse("is not in memory"), request: asked))
    }
    let head = NetworkResponse(status: response.status, headers: response.headers, request: asked)
    return TokenReader(head: head, data: data, time: clock.date, types: tokenTypes)
  }

  /// Requests a new token with the refresh token of an old one.
  ///
  /// If the server sends no new refresh token or no scope, the token keeps those of `old`. A new refresh token replaces
  /// the old one, which is then used up (rotation).
  ///
  /// - Throws: ``NetworkRequestError/authenticationFailed(_:)`` with `.noToken` if `old` is nil or has no refresh token;
  ///   otherwise the errors of ``token(_:)``.
  public func token(refreshing old: AccessToken?) async throws(NetworkRequestError) -> AccessToken {
    guard let old, let refreshToken = old.refreshToken else {
      throw .authenticationFailed(AuthenticationFailure(.noToken))
    }
    let token = try await token(.refreshToken(refreshToken))
    return AccessToken(
      token.value, refreshToken: token.refreshToken ?? refreshToken, expiry: token.expiry,
      scope: token.scope.isEmpty ? old.scope : token.scope)
  }

  private func request(
    _ fields: FormFields, to url: URL, hiding secrets: Set<String>
  ) throws(NetworkRequestError) -> TransportRequest {
    var fields = fields
    if let resource { fields.append("resource", resource) }
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
      .with(\.redaction, .standard.hiding(secrets))
    return TransportRequest(method: .post, url: url, headers: headers, body: body, options: options)
  }

  /// Encodes the id and the secret as in a form first (§2.3.1), so that a colon in the id does not separate them.
  private func basic(_ secret: Secret) -> Authorization {
    func encoded(_ text: String) -> String { PercentEncoding.escape(text, keeping: .form, spaceIsPlus: true) }
    return .basic(user: encoded(id), password: encoded(secret.revealed))
  }
}

extension OAuthClient: CustomReflectable {
  /// What `dump` shows: no content, which may contain secrets.
  public var customMirror: Mirror {
    Mirror(
      self, children: ["id": id, "tokenEndpoint": Redaction.standard.malformedURL(tokenEndpoint)],
      displayStyle: .struct)
  }
}

extension Authenticator where Self == BearerAuthenticator {
  /// Authenticates as a user who has logged in: each token is requested with the refresh token of the last one (RFC 6749
  /// §6).
  ///
  /// ```swift
  /// let keychain = KeychainTokenStore(
  ///   service: "com.example.todos", account: "ada")
  /// let tokens: BearerAuthenticator = .refreshing(with: oauth, store: keychain)
  /// let transport = DefaultTransport.shared.authenticated(
  ///   with: tokens, for: "https://api.example.com")
  /// // The grant of an AuthorizationCodeRequest
  /// try await tokens.logIn(oauth.token(grant))
  /// ```
  /// Before the first login, calls fail with ``NetworkRequestError/authenticationFailed(_:)`` and `.noToken`.
  public static func refreshing(
    with client: OAuthClient, store: any TokenStore = MemoryTokenStore(), leeway: Duration = .seconds(30)
  ) -> BearerAuthenticator {
    BearerAuthenticator(store: store, leeway: leeway, clock: client.clock) { old in
      try await client.token(refreshing: old)
    }
  }

  /// Authenticates as the client itself (RFC 6749 §4.4): each token is requested anew.
  public static func clientCredentials(
    of client: OAuthClient, scope: [String] = [], store: any TokenStore = MemoryTokenStore(),
    leeway: Duration = .seconds(30)
  ) -> BearerAuthenticator {
    BearerAuthenticator(store: store, leeway: leeway, clock: client.clock) { _ in
      // The same in each run of the program, so that a cache on disk is of use.
      try await client.token(.clientCredentials(scope: scope))
        .identified(as: "\(client.id) \(client.tokenEndpoint) \(scope.joined(separator: " "))")
    }
  }
}

/// Checks the URL of an endpoint that receives secrets: `https`, or on this machine (RFC 6749 §3.1 and §3.2).
enum SecureEndpoint {
  static func url(_ text: String, named name: String) throws(NetworkRequestError) -> URL {
    guard let url = URL(string: text), URLParts(url).isHTTP else {
      throw .invalidRequest(
        .path, "the \(name) “\(Redaction.standard.malformedURL(text))” is not an https URL with a host")
    }
    let origin = Origin(url)
    guard origin.scheme == "https" || origin.isLoopback else {
      throw .invalidRequest(
        .path, "the \(name) “\(url.printable)” is not https: secrets would be sent unencrypted")
    }
    guard url.fragment(percentEncoded: true) == nil else {
      throw .invalidRequest(
        .path,
        "the \(name) “\(url.printable)” has a fragment, which is not allowed: remove the text from "
          + "# on")
    }
    return url
  }
}

extension OAuthClient {
  /// The grant with which a client requests an access token (RFC 6749 §1.3). Its description contains no secrets.
  public struct Grant: Sendable {
    /// The grant type as it is sent, for example `client_credentials`.
    public let type: String
    let fields: FormFields

    /// Creates a grant of any type, for example one that an extension of RFC 6749 defines.
    public init(type: String, fields: FormFields = FormFields()) {
      self.type = type
      self.fields = fields
    }

    /// A grant for the client itself (RFC 6749 §4.4).
    public static func clientCredentials(scope: [String] = []) -> Grant {
      Grant(type: "client_credentials", fields: ["scope": scope.asField])
    }

    /// A grant with a refresh token (RFC 6749 §6). An empty scope asks for what was granted before.
    public static func refreshToken(_ token: Secret, scope: [String] = []) -> Grant {
      Grant(type: "refresh_token", fields: ["refresh_token": token.revealed, "scope": scope.asField])
    }

    /// A grant with the code that a user came back with (RFC 6749 §4.1.3, RFC 7636 §4.5). See ``AuthorizationCodeRequest``.
    public static func authorizationCode(
      _ code: Secret, redirectURI: String, verifier: Secret
    ) -> Grant {
      Grant(
        type: "authorization_code",
        fields: [
          "code": code.revealed, "redirect_uri": redirectURI, "code_verifier": verifier.revealed,
        ])
    }
  }
}

extension OAuthClient.Grant: CustomStringConvertible, CustomReflectable {
  /// The type of the grant; its fields are secret.
  public var description: String { "Grant \(type)" }
  /// The type only, so that `dump` shows no secret.
  public var customMirror: Mirror { Mirror(self, children: ["type": type]) }
}

extension [String] {
  /// The scopes as they are sent, joined by spaces; nil for an empty list.
  var asField: String? { isEmpty ? nil : joined(separator: " ") }
}
