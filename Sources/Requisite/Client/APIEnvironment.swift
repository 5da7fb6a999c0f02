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
  /// What people call it, as in a menu of a debug screen.
  public let name: String
  /// The URL below which the paths of requests lie.
  public let baseURL: BaseURL
  /// What sends.
  public let transport: any Transport
  /// Fields that every request carries unless it has its own of the same name.
  public let headers: HTTPHeaders
  /// Keys and tokens, fetched when they are needed.
  public let credentials: Credentials?

  /// Makes an environment.
  ///
  /// - Parameters:
  ///   - name: What people call it; the base URL by default.
  ///   - baseURL: `http` or `https`, a host, perhaps a path; no query.
  ///   - transport: What sends: the platform's own by default.
  ///   - headers: Fields that every request carries unless it has its own.
  ///   - credentials: Keys and tokens, fetched for each call, so that none need be in the source.
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
  /// The same environment with layers round its transport.
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
