#if FoundationNetworking || !(os(Linux) || os(Android))
  extension NetworkDispatcher {
    /// Creates a dispatcher that sends through a `URLSession`, such as one with your own configuration or with stubs.
    public init(urlSession: URLSession) {
      self.init(transport: URLSessionTransport(urlSession))
    }
  }

  extension APIEnvironment {
    /// Creates an environment whose requests go through the given `URLSession`.
    public init(
      name: String? = nil, baseURL: some BaseURLConvertible, session: URLSession,
      headers: HTTPHeaders = HTTPHeaders(), credentials: Credentials? = nil
    ) {
      self.init(
        name: name, baseURL: baseURL, transport: URLSessionTransport(session), headers: headers,
        credentials: credentials)
    }
  }
#endif
