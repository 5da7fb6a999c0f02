/// A client that sends a ``Request`` below a base URL and returns its typed value.
///
/// ```swift
/// let client = APIClient(baseURL: "https://jsonplaceholder.typicode.com")
/// let todos = try await client.dispatch(FindTodos())
/// ```
/// A client is a `Sendable` value and cheap to create and copy. Copies share the dispatcher, and with it the connections.
public struct APIClient: Sendable {
  /// The base URL, the transport, the header fields and the credentials of all requests.
  public let environment: APIEnvironment
  /// The dispatcher, which sends requests and maps statuses to errors.
  public let networkDispatcher: NetworkDispatcher
  /// The encoders of bodies and queries, and the decoder of responses.
  public let coders: BodyCoders
  /// The options of every request that does not set its own.
  public let options: RequestOptions
  /// The parts of the client that requests are built with.
  let requestDefaults: RequestDefaults

  /// Creates a client for an environment.
  ///
  /// - Parameters:
  ///   - environment: The base URL, the transport, the header fields and the credentials of all requests.
  ///   - networkDispatcher: The dispatcher; by default one with the environment's transport.
  ///   - coders: The encoders of bodies and queries, and the decoder of responses; plain JSON by default.
  ///   - options: The options of every request that does not set its own.
  public init(
    environment: APIEnvironment, networkDispatcher: NetworkDispatcher? = nil, coders: BodyCoders = .standard,
    options: RequestOptions = RequestOptions()
  ) {
    self.environment = environment
    self.networkDispatcher = networkDispatcher ?? NetworkDispatcher(transport: environment.transport)
    self.coders = coders
    self.options = options
    requestDefaults = RequestDefaults(
      base: environment.baseURL, headers: environment.headers, options: options, coders: coders,
      credentials: environment.credentials?.below(environment.baseURL))
  }

  /// Creates a client for an environment that sends through a transport in place of the environment's own, such as a stub in
  /// a test.
  public init(
    environment: APIEnvironment, transport: any Transport, coders: BodyCoders = .standard,
    options: RequestOptions = RequestOptions()
  ) {
    self.init(environment: environment.layered { _ in transport }, coders: coders, options: options)
  }

  /// Creates a client for a base URL, given as `String`, `URL` or ``BaseURL``.
  ///
  /// ```swift
  /// let client = APIClient(
  ///   baseURL: "https://api.example.com",
  ///   json: JSONCoding(keys: .snakeCase, dates: .iso8601))
  /// ```
  /// - Parameters:
  ///   - baseURL: The URL below which requests are sent. If it is not an `http` or `https` URL, each call fails with
  ///     ``NetworkRequestError/invalidRequest(_:)``.
  ///   - json: The settings that encode bodies and decode responses as JSON, in place of `coders`. Bodies leave slashes
  ///     unescaped.
  ///   - headers: The header fields of every request that does not have its own of the same name.
  ///   - credentials: Keys and tokens, fetched for each call and sent only to the origin of the base URL. None by default.
  ///   - transport: The transport that sends: a stack of decorators, or a stub in a test; the platform's own by default.
  ///   - coders: The encoders of bodies and queries, and the decoder of responses; plain JSON by default.
  ///   - options: The options of every request that does not set its own.
  ///   - clock: The clock that measures deadlines and the client's waits between attempts; a test injects its own.
  public init(
    baseURL: some BaseURLConvertible, json: JSONCoding? = nil, headers: HTTPHeaders = HTTPHeaders(),
    credentials: Credentials? = nil, transport: any Transport = DefaultTransport.shared,
    coders: BodyCoders = .standard, options: RequestOptions = RequestOptions(),
    clock: CallClock = .continuous
  ) {
    self.init(
      baseURL: baseURL, headers: headers, credentials: credentials,
      networkDispatcher: NetworkDispatcher(transport: transport, clock: clock),
      coders: json.map { BodyCoders(json: $0) } ?? coders, options: options)
  }

  /// Creates a client for a base URL that sends through the recommended stack.
  ///
  /// ```swift
  /// var stack = StandardStack()
  /// stack.log = .standard
  /// let client = APIClient(baseURL: "https://api.example.com", stack: stack)
  /// ```
  /// The stack is built once, with queues, limits and a retry budget of its own.
  public init(
    baseURL: some BaseURLConvertible, json: JSONCoding? = nil, headers: HTTPHeaders = HTTPHeaders(),
    credentials: Credentials? = nil, stack: StandardStack, coders: BodyCoders = .standard,
    options: RequestOptions = RequestOptions()
  ) {
    self.init(
      baseURL: baseURL, json: json, headers: headers, credentials: credentials, transport: stack.transport,
      coders: coders, options: options)
  }

  /// Creates a client for a base URL that sends through a dispatcher, such as one with a status mapping of its own.
  public init(
    baseURL: some BaseURLConvertible, headers: HTTPHeaders = HTTPHeaders(), credentials: Credentials? = nil,
    networkDispatcher: NetworkDispatcher, coders: BodyCoders = .standard,
    options: RequestOptions = RequestOptions()
  ) {
    let environment = APIEnvironment(
      baseURL: baseURL, transport: networkDispatcher.transport, headers: headers, credentials: credentials)
    self.init(
      environment: environment, networkDispatcher: networkDispatcher, coders: coders, options: options)
  }
}

extension APIClient {
  /// Returns a copy of the client with one option changed for all of its calls.
  ///
  /// ```swift
  /// let patient = client.with(\.timeout, .seconds(120))
  /// ```
  /// A request's own options take precedence over the client's. To override them for one call, set the option on
  /// the request: `FindTodos().with(\.timeout, .seconds(120))`. The copy shares the dispatcher and the
  /// connections with the client.
  public func with<Value>(_ option: WritableKeyPath<RequestOptions, Value>, _ value: Value) -> APIClient {
    with(options: options.with(option, value), coders: coders)
  }

  /// Returns a copy of the client with one option changed, with a range or an array of statuses, as in
  /// `.with(\.acceptedStatuses, 200...299)`.
  @_disfavoredOverload
  public func with(
    _ option: WritableKeyPath<RequestOptions, Set<Int>>, _ values: some Sequence<Int>
  ) -> APIClient { with(option, Set(values)) }

  /// Unavailable: a number alone does not say its unit.
  @available(*, unavailable, message: "a number has no unit: write “.seconds(5)” or “.milliseconds(500)”")
  public func with(_ option: WritableKeyPath<RequestOptions, Duration?>, _ seconds: Double) -> APIClient {
    self
  }

  /// Returns a copy of the client with the options that `options` sets changed for all of its calls.
  public func with(_ options: RequestOptions) -> APIClient {
    with(options: self.options.merging(options), coders: coders)
  }

  func with(options: RequestOptions, coders: BodyCoders) -> APIClient {
    APIClient(
      environment: environment, networkDispatcher: networkDispatcher, coders: coders, options: options)
  }
}

// The steps of a call.
extension APIClient {
  /// Returns the request as a transport receives it, with everything that the environment adds.
  ///
  /// Nothing is sent.
  ///
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)``; the case for an error of the function that fetches the
  ///   environment's credentials (``NetworkRequestError/init(_:request:)``).
  public func prepare(_ request: some Request) async throws(NetworkRequestError) -> TransportRequest {
    try await request.transportRequest(adding: requestDefaults).addingCredentials()
  }

  /// Begins the call of a request, and builds it without the credentials of the environment.
  func begin(_ request: some Request) throws(NetworkRequestError) -> TransportRequest {
    try networkDispatcher.begin { () throws(NetworkRequestError) in
      try request.transportRequest(adding: requestDefaults)
    }
  }

  // Inlined, because each asynchronous function of a call costs a frame and two switches of the executor.
  @inline(__always)
  func value<R: Request>(
    of response: NetworkResponse, for request: R
  ) async throws(NetworkRequestError) -> R.ReturnType {
    do throws(NetworkRequestError) { return try returnValue(of: response, for: request) } catch {
      throw await response.abandoned(with: error)
    }
  }

  @inline(never)
  private func returnValue<R: Request>(
    of response: NetworkResponse, for request: R
  ) throws(NetworkRequestError) -> R.ReturnType {
    guard !Task.isCancelled else { throw .cancelled(response.request) }
    if let value = response.nilValue(of: R.ReturnType.self) {
      response.body.discard()
      return value
    }
    try response.checkContentType(for: R.ReturnType.self)
    return try request.decode(response, using: request.responseDecoder(standard: coders.response))
  }

  /// Sends a request until an attempt succeeds, up to `attempts` times.
  func value<R: Request>(
    of request: R, attempts: Int, delay: Duration,
    _ onRetry: RetryHandler
  ) async throws(NetworkRequestError) -> R.ReturnType {
    let call = try begin(request)
    let schedule = networkDispatcher.schedule(
      .constant(delay, attempts: attempts), maximumRetryAfter: .seconds(60))
    var loop = AttemptLoop(of: call, on: networkDispatcher.clock, by: schedule)
    while true {
      do throws(NetworkRequestError) {
        // Built for each attempt, as are credentials, which may have been renewed.
        let attempt =
          try loop.number == 1 ? call : request.transportRequest(adding: requestDefaults).inCall(of: call)
        let response = try await networkDispatcher.runUninlined(attempt)
        let value = try await value(of: response, for: request)
        loop.end(with: response.status)
        return value
      } catch let failure {
        let error = loop.labelled(failure)
        guard let wait = loop.wait(after: .failure(error), by: schedule) else { throw error }
        onRetry(error, attempts - loop.number, wait)
        try await loop.next(after: wait)
      }
    }
  }
}

extension APIClient {
  /// Returns a request as a command for curl, with everything that is sent: what this client adds, and what the layers of its
  /// stack add, such as credentials, cookies and header fields.
  ///
  /// ```swift
  /// print(try await client.curlCommand(for: FindTodos()))
  /// let whole = try await client.curlCommand(
  ///   for: FindTodos(), redacting: .revealing)
  /// ```
  /// The request passes the stack, which may wait, or fetch a token, as for a call. The terminal transport then shows it and
  /// sends nothing; the call ends there as if it was cancelled, which is what a log shows. Fields by which a cache
  /// revalidates a stored response are missing, and so are those that the terminal transport or curl adds itself, such as
  /// `Accept-Encoding`.
  ///
  /// - Note: A transport of your own that talks to a server, and is not a ``TerminalTransport``, sends the request.
  /// - Parameter redaction: The rule that decides which secrets are left out; by default that of the request's options.
  ///   ``Redaction/revealing`` leaves none out.
  /// - Throws: What ``prepare(_:)`` and the layers throw, such as ``NetworkRequestError/authenticationFailed(_:)``.
  public func curlCommand(
    for request: some Request, redacting redaction: Redaction? = nil
  ) async throws(NetworkRequestError) -> String {
    let preview = RequestPreview()
    var prepared = try await prepare(request)
    prepared.options.preview = preview
    do throws(NetworkRequestError) {
      _ = try await networkDispatcher.send(prepared)
    } catch {
      guard preview.request != nil else { throw error }
    }
    let sent = preview.request ?? prepared
    return sent.curlCommand(redacting: redaction ?? sent.options.redaction)
  }
}
