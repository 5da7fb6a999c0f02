/// Composes a request, a base URL, coders and a dispatcher: hand it a ``Request``, get the typed value.
///
/// ```swift
/// let client = APIClient(baseURL: "https://jsonplaceholder.typicode.com")
/// let todos = try await client.dispatch(FindTodos())
/// ```
/// A client is a value: copies share the dispatcher, and with it the connections. It is cheap to make and to pass
/// around, and `Sendable`.
public struct APIClient: Sendable {
  /// Where requests go, and what all of them carry.
  public let environment: APIEnvironment
  /// What sends, and maps statuses to errors.
  public let networkDispatcher: NetworkDispatcher
  /// What encodes bodies and queries, and decodes responses.
  public let coders: BodyCoders
  /// What holds for every request, unless it says otherwise.
  public let options: RequestOptions
  /// What of all this a request is built with.
  let site: RequestSite

  /// Makes a client for an environment.
  ///
  /// - Parameters:
  ///   - environment: Where requests go, and what all of them carry.
  ///   - networkDispatcher: What sends; by default one with the environment's transport.
  ///   - coders: What encodes and decodes: plain JSON by default.
  ///   - options: What holds for every request, unless it says otherwise.
  public init(
    environment: APIEnvironment, networkDispatcher: NetworkDispatcher? = nil, coders: BodyCoders = .standard,
    options: RequestOptions = RequestOptions()
  ) {
    self.environment = environment
    self.networkDispatcher = networkDispatcher ?? NetworkDispatcher(transport: environment.transport)
    self.coders = coders
    self.options = options
    site = RequestSite(
      base: environment.baseURL, headers: environment.headers, options: options, coders: coders)
  }

  /// Makes a client for a base URL, given as `String`, `URL` or ``BaseURL``.
  ///
  /// - Parameters:
  ///   - baseURL: Where requests go. One that is no URL of HTTP fails each call with
  ///     ``NetworkRequestError/invalidRequest(_:)``.
  ///   - headers: Fields that every request carries unless it has its own of the same name.
  ///   - credentials: Keys and tokens, fetched for each call and sent to the origin of the base URL alone. None by default.
  ///   - networkDispatcher: What sends: the platform's transport by default.
  ///   - coders: What encodes and decodes: plain JSON by default.
  ///   - options: What holds for every request, unless it says otherwise.
  public init(
    baseURL: some BaseURLConvertible, headers: HTTPHeaders = HTTPHeaders(), credentials: Credentials? = nil,
    networkDispatcher: NetworkDispatcher = NetworkDispatcher(), coders: BodyCoders = .standard,
    options: RequestOptions = RequestOptions()
  ) {
    let environment = APIEnvironment(
      baseURL: baseURL, transport: networkDispatcher.transport, headers: headers, credentials: credentials)
    self.init(
      environment: environment, networkDispatcher: networkDispatcher, coders: coders, options: options)
  }

  /// Makes a client for a base URL that sends through a transport: a stack of decorators, or a stub in a test.
  public init(
    baseURL: some BaseURLConvertible, headers: HTTPHeaders = HTTPHeaders(), credentials: Credentials? = nil,
    transport: any Transport, coders: BodyCoders = .standard, options: RequestOptions = RequestOptions()
  ) {
    self.init(
      baseURL: baseURL, headers: headers, credentials: credentials,
      networkDispatcher: NetworkDispatcher(transport: transport),
      coders: coders, options: options)
  }
}
