extension APIClient {
  /// Creates a client whose bodies and responses are JSON with the given settings.
  ///
  /// ```swift
  /// let client = APIClient(
  ///   baseURL: "https://api.example.com",
  ///   json: JSONCoding(keys: .snakeCase, dates: .iso8601))
  /// ```
  /// - Parameters:
  ///   - baseURL: The URL below which requests are sent. If it is not an `http` or `https` URL, each call fails with
  ///     ``NetworkRequestError/invalidRequest(_:)``.
  ///   - json: The settings that encode bodies and decode responses. Bodies leave slashes unescaped.
  ///   - headers: The header fields of every request that does not have its own of the same name.
  ///   - credentials: Keys and tokens, fetched for each call and sent only to the origin of the base URL. None by default.
  ///   - networkDispatcher: The dispatcher that sends; the platform's transport by default.
  ///   - options: The options of every request that does not set its own.
  public init(
    baseURL: some BaseURLConvertible, json: JSONCoding, headers: HTTPHeaders = HTTPHeaders(),
    credentials: Credentials? = nil, networkDispatcher: NetworkDispatcher = NetworkDispatcher(),
    options: RequestOptions = RequestOptions()
  ) {
    self.init(
      baseURL: baseURL, headers: headers, credentials: credentials, networkDispatcher: networkDispatcher,
      coders: BodyCoders(json: json), options: options)
  }

  /// Creates a client whose bodies and responses are JSON with the given settings, and which sends through a transport:
  /// a stack of decorators, or a stub in a test.
  public init(
    baseURL: some BaseURLConvertible, json: JSONCoding, headers: HTTPHeaders = HTTPHeaders(),
    credentials: Credentials? = nil, transport: any Transport, options: RequestOptions = RequestOptions()
  ) {
    self.init(
      baseURL: baseURL, headers: headers, credentials: credentials, transport: transport,
      coders: BodyCoders(json: json), options: options)
  }
}
