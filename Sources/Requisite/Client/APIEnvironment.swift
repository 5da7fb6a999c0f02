/// Where a client's requests go: production, staging, a server on this machine.
///
/// ```swift
/// extension APIEnvironment {
///   static let production = APIEnvironment(
///     name: "Production", baseURL: "https://api.example.com/v1",
///     credentials: Credentials { ["X-Api-Key": try await keychain.apiKey()] })
///   static let staging = APIEnvironment(name: "Staging", baseURL: "https://staging.example.com/v1")
/// }
/// let client = APIClient(environment: .production)
/// ```
/// Every request of a client goes to the environment that the client was made with; two cannot be mixed up.
public struct APIEnvironment: Sendable {
  /// The name for people, as in a menu of a debug screen.
  public let name: String
  /// The URL below which the paths of requests lie.
  public let baseURL: BaseURL
  /// The transport that requests of the environment are sent through.
  public let transport: any Transport
  /// Fields that every request carries unless it has its own of the same name; fields that are secret by their name go to the
  /// environment's own origin alone. For fields that a stack adds for all of its clients, see ``Transport/headers(_:)``.
  public let headers: HTTPHeaders
  /// Keys and tokens, fetched for each call. ``Credentials`` says when an ``Authenticator`` is the better choice.
  public let credentials: Credentials?

  /// Makes an environment.
  ///
  /// - Parameters:
  ///   - name: The name for people; the base URL by default.
  ///   - baseURL: `http` or `https`, a host, perhaps a path; no query.
  ///   - transport: The transport that requests are sent through: the platform's own by default.
  ///   - headers: Fields that every request carries unless it has its own.
  ///   - credentials: Keys and tokens, fetched for each call, so that no secret has to be in the source.
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

  /// Makes an environment whose requests go through a `URLSession` of its own configuration.
  public init(
    name: String? = nil, baseURL: some BaseURLConvertible, session: URLSession,
    headers: HTTPHeaders = HTTPHeaders(), credentials: Credentials? = nil
  ) {
    self.init(
      name: name, baseURL: baseURL, transport: URLSessionTransport(session), headers: headers,
      credentials: credentials)
  }
}

extension APIEnvironment {
  /// A copy of the environment with layers around its transport.
  ///
  /// ```swift
  /// let client = APIClient(environment: .production.layered { $0.retried().logged() })
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

/// Secret header fields of an environment, fetched for each call and sent to the environment's own origin alone: a
/// request that leaves it by a whole URL goes without.
///
/// *Credentials or an ``Authenticator``?* Credentials are a part of the environment and only add fields: for an API key, which
/// the whole stack then sees, so that a cache keeps the responses of two keys apart. An authenticator is a layer of the
/// stack and has the last word on each attempt: for what expires, is refreshed after a 401, signs the request, or answers a
/// challenge. Neither does the other's work; where both name one field, the credentials' value is there first and stays.
public struct Credentials: Sendable {
  private let fetch: @Sendable () async throws -> HTTPHeaders

  /// Makes credentials of a function that fetches them, as from a keychain or the process's environment.
  ///
  /// It is called for each call: keep what is slow to get. What it throws ends the call as
  /// ``NetworkRequestError/unknownError(_:)``, and nothing is sent.
  public init(_ fetch: @escaping @Sendable () async throws -> HTTPHeaders) {
    self.fetch = fetch
  }

  /// Adds the fields, unless the request has its own of the same name.
  func add(to request: inout TransportRequest, below base: BaseURL) async throws(NetworkRequestError) {
    guard base.isOrigin(of: request.url) else { return }
    let fields: HTTPHeaders
    do { fields = try await fetch() } catch { throw NetworkRequestError(error, request: request) }
    try fields.validate()
    request.headers = fields.merging(request.headers)
  }
}

extension Credentials: CustomStringConvertible, CustomReflectable {
  /// A text without the secret fields.
  public var description: String { "Credentials <redacted>" }
  /// A text without the secret fields.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
