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
