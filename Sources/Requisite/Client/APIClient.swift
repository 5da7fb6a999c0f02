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
  /// The dispatcher, which sends requests and maps statuses to errors.
  public let networkDispatcher: NetworkDispatcher
  /// The encoders of bodies and queries, and the decoder of responses.
  public let coders: BodyCoders
  /// The options of every request that does not set its own.
  public let options: RequestOptions
  /// The parts of the client that requests are built with.
  let site: RequestSite

  /// Makes a client for an environment.
  ///
  /// - Parameters:
  ///   - environment: Where requests go, and what all of them carry.
  ///   - networkDispatcher: The dispatcher; by default one with the environment's transport.
  ///   - coders: The encoders and the decoder: plain JSON by default.
  ///   - options: The options of every request that does not set its own.
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
  ///   - networkDispatcher: The dispatcher; by default one with the platform's transport.
  ///   - coders: The encoders and the decoder: plain JSON by default.
  ///   - options: The options of every request that does not set its own.
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

extension APIClient {
  /// A copy of the client with one option changed, for all of its calls.
  ///
  /// ```swift
  /// let patient = client.with(\.timeout, .seconds(120))
  /// ```
  /// A request's own options win over the client's; for one call whatever the request declares, set the option on the
  /// request: `FindTodos().with(\.timeout, .seconds(120))`. The copy shares dispatcher and connections with the client.
  public func with<Value>(_ option: WritableKeyPath<RequestOptions, Value>, _ value: Value) -> APIClient {
    with(options: options.with(option, value), coders: coders)
  }

  /// A copy of the client with several options changed, for all of its calls: those that `options` sets.
  public func with(_ options: RequestOptions) -> APIClient {
    with(options: self.options.merging(options), coders: coders)
  }

  func with(options: RequestOptions, coders: BodyCoders) -> APIClient {
    APIClient(
      environment: environment, networkDispatcher: networkDispatcher, coders: coders, options: options)
  }
}
