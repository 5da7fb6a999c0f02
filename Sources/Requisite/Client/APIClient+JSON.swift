extension APIClient {
  /// Makes a client whose bodies and responses are JSON with the settings given.
  ///
  /// ```swift
  /// let client = APIClient(
  ///   baseURL: "https://api.example.com", json: JSONCoding(keys: .snakeCase, dates: .iso8601))
  /// ```
  /// - Parameters:
  ///   - baseURL: Where requests go. One that is no URL of HTTP fails each call with
  ///     ``NetworkRequestError/invalidRequest(_:)``.
  ///   - json: How values become JSON and JSON becomes values. Slashes in bodies are written without an escape.
  ///   - headers: Fields that every request carries unless it has its own of the same name.
  ///   - credentials: Keys and tokens, fetched for each call and sent to the origin of the base URL alone. None by default.
  ///   - networkDispatcher: The dispatcher that sends; the platform's transport by default.
  ///   - options: Options of every request; a request's own come first.
  public init(
    baseURL: some BaseURLConvertible, json: JSONCoding, headers: HTTPHeaders = HTTPHeaders(),
    credentials: Credentials? = nil, networkDispatcher: NetworkDispatcher = NetworkDispatcher(),
    options: RequestOptions = RequestOptions()
  ) {
    self.init(
      baseURL: baseURL, headers: headers, credentials: credentials, networkDispatcher: networkDispatcher,
      coders: BodyCoders(json: json), options: options)
  }

  /// Makes a client whose bodies and responses are JSON with the settings given, and that sends through a transport: a
  /// stack of decorators, or a stub in a test.
  public init(
    baseURL: some BaseURLConvertible, json: JSONCoding, headers: HTTPHeaders = HTTPHeaders(),
    credentials: Credentials? = nil, transport: any Transport, options: RequestOptions = RequestOptions()
  ) {
    self.init(
      baseURL: baseURL, headers: headers, credentials: credentials, transport: transport,
      coders: BodyCoders(json: json), options: options)
  }
}
