/// The destination of a client's requests, such as production, staging or a local server, with what they have in common.
///
/// ```swift
/// extension APIEnvironment {
///   static let production = APIEnvironment(
///     name: "Production", baseURL: "https://api.example.com/v1",
///     credentials: Credentials { ["X-Api-Key": try await keychain.apiKey()] }
///   )
///   static let staging = APIEnvironment(
///     name: "Staging", baseURL: "https://staging.example.com/v1")
/// }
/// let client = APIClient(environment: .production)
/// ```
/// A client sends all of its requests to the environment that it was created with, so environments cannot be mixed up.
public struct APIEnvironment: Sendable {
  /// The display name, such as for a menu of a debug screen.
  public let name: String
  /// The URL below which requests are sent.
  public let baseURL: BaseURL
  /// The transport that sends the requests.
  public let transport: any Transport
  /// The header fields of every request that does not have its own of the same name.
  ///
  /// A request with a whole URL at another origin is sent only with those that are harmless there, as ``RedirectPolicy``
  /// lists them. For fields that a stack adds for all of its clients, see ``Transport/headers(_:)``.
  public let headers: HTTPHeaders
  /// Keys and tokens, fetched for each call to the environment's own origin; nil for none.
  ///
  /// ``Credentials`` explains when an ``Authenticator`` is the better choice.
  public let credentials: Credentials?

  /// Creates an environment.
  ///
  /// - Parameters:
  ///   - name: The display name; the base URL by default.
  ///   - baseURL: An `http` or `https` URL with a host and possibly a path, but no query.
  ///   - transport: The transport that sends the requests; the platform's own by default.
  ///   - headers: The header fields of every request that does not have its own of the same name.
  ///   - credentials: Keys and tokens, fetched for each call, so that the source code contains no secrets. None by default.
  public init(
    name: String? = nil, baseURL: some BaseURLConvertible, transport: any Transport = DefaultTransport.shared,
    headers: HTTPHeaders = HTTPHeaders(), credentials: Credentials? = nil
  ) {
    let baseURL = baseURL.asBaseURL
    self.name = name ?? baseURL.description
    self.baseURL = baseURL
    self.transport = transport
    self.headers = headers
    self.credentials = credentials
  }
}

extension APIEnvironment {
  /// Returns a copy of the environment with layers around its transport.
  ///
  /// ```swift
  /// let client = APIClient(
  ///   environment: .production.layered { $0.retried().logged() })
  /// ```
  public func layered(_ layers: (any Transport) -> any Transport) -> APIEnvironment {
    APIEnvironment(
      name: name, baseURL: baseURL, transport: layers(transport), headers: headers, credentials: credentials)
  }
}

extension APIEnvironment: CustomStringConvertible {
  /// The name and the base URL.
  public var description: String { "\(name) (\(baseURL))" }
}

/// Secret header fields of an environment, fetched for each call and sent only to the environment's own origin.
///
/// A request with a whole URL at another origin is sent without them.
///
/// *Credentials or an ``Authenticator``?* Credentials are part of the environment and only add fields. Use them for an API
/// key: the whole stack sees the fields, so a cache keeps the responses for two keys apart. An authenticator is a layer of
/// the stack that changes each attempt. Use one for a credential that expires, is refreshed after a 401, signs the request
/// or answers a challenge. If both set one field, the value from the credentials is there first and is kept.
public struct Credentials: Sendable {
  private let fetch: @Sendable () async throws -> HTTPHeaders

  /// Creates credentials from a function that fetches them, such as from a keychain or the process's environment.
  ///
  /// The function runs for each call to the environment's own origin, so cache values that are slow to get. If it
  /// throws, nothing is sent and the call fails with the case that ``NetworkRequestError/init(_:request:)`` creates:
  /// ``NetworkRequestError/authenticationFailed(_:)`` for an ``AuthenticationFailure``, such as
  /// `AuthenticationFailure(.noToken)` if the user has to log in, and ``NetworkRequestError/unknownError(_:)`` for an error type of
  /// your own.
  public init(_ fetch: @escaping @Sendable () async throws -> HTTPHeaders) {
    self.fetch = fetch
  }

  /// A bearer token (RFC 6750), as in `APIClient(baseURL: url, credentials: .bearer(token))`.
  ///
  /// It never changes. For a token that expires, see ``BearerAuthenticator``.
  public static func bearer(_ token: String) -> Credentials {
    Credentials { [.authorization(.bearer(token))] }
  }

  /// A user name and a password in UTF-8 (RFC 7617).
  ///
  /// A user name that contains a colon, or a control character in either text, fails each call with
  /// ``NetworkRequestError/invalidRequest(_:)``.
  public static func basic(user: String, password: String) -> Credentials {
    let problem = Authorization.problem(user, password)
    return Credentials {
      if let problem { throw NetworkRequestError.invalidRequest(.header, problem) }
      return [.authorization(.basic(user: user, password: password))]
    }
  }

  /// A key in a header field, as in `.apiKey(key, header: "X-Api-Key")`.
  ///
  /// For a key in the query, see ``Authenticator/apiKey(_:query:)``.
  public static func apiKey(_ key: String, header name: HTTPHeaderName) -> Credentials {
    Credentials { [HTTPHeader(name, key)] }
  }

  /// Adds the fields that the request does not have, if it goes to the origin of `base`. Their values are redacted, whatever
  /// their names.
  func add(to request: inout TransportRequest, below base: BaseURL) async throws(NetworkRequestError) {
    guard base.isOrigin(of: request.url) else { return }
    let fields: HTTPHeaders
    do { fields = try await fetch() } catch { throw NetworkRequestError(error, request: request) }
    try fields.validate()
    request.headers = fields.merging(request.headers)
    request.options.redaction = request.options.redaction.hiding(Set(fields.map(\.name.rawValue)))
  }
}

extension Credentials: CustomStringConvertible, CustomReflectable {
  /// A text without the secret fields.
  public var description: String { "Credentials <redacted>" }
  /// A text without the secret fields.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
