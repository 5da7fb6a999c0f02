#if !canImport(FoundationNetworking) || REQUISITE_STAND_INS
  extension URLSessionTransport {
    /// What URLSession can do for one request, as the request option `urlSession`. It has no effect with other transports.
    ///
    /// ```swift
    /// let options = RequestOptions().with(
    ///   \.urlSession.allowsCellularAccess, false)
    /// ```
    /// All systems of the package have all of it.
    public struct Options: Sendable {
      /// Whether the request may use a cellular network; nil, the setting of the session, by default.
      public var allowsCellularAccess: Bool?
      /// The kind of traffic, by which the system orders and bills packets; nil, the setting of the session, by default.
      public var networkServiceType: URLRequest.NetworkServiceType?
      /// How the cache of the session is used; nil, the setting of the session, by default. The sessions of the library have no
      /// cache.
      public var cachePolicy: URLRequest.CachePolicy?
      /// Who has chosen the URL, for the privacy report of the app; nil, the developer, by default.
      public var attribution: URLRequest.Attribution?
      /// Called on a queue of the session when the request waits for a connection, which
      /// ``TransportConfiguration/waitsForConnectivity`` allows; nil by default.
      public var onWaitingForConnectivity: (@Sendable () -> Void)?
      /// Called on a queue of the session with all that was measured, once for each exchange, also for those of redirects and
      /// attempts; nil by default. ``CallTimeline/Timings`` has the last transaction alone.
      public var onMetrics: (@Sendable (URLSessionTaskMetrics) -> Void)?

      /// Creates options that change nothing.
      public init() {}

      func apply(to request: inout URLRequest) {
        if let allowsCellularAccess { request.allowsCellularAccess = allowsCellularAccess }
        if let networkServiceType { request.networkServiceType = networkServiceType }
        if let cachePolicy { request.cachePolicy = cachePolicy }
        if let attribution { request.attribution = attribution }
      }
    }
  }

  extension RequestOptions {
    /// What URLSession does for the request.
    public var urlSession: URLSessionTransport.Options {
      get { self[URLSessionKey.self] }
      set { self[URLSessionKey.self] = newValue }
    }
  }

  private enum URLSessionKey: RequestOptionKey {
    static let defaultValue = URLSessionTransport.Options()
    /// A call with these options sends a request of its own, because their functions cannot be compared.
    static func mayShareResponse(_ left: Value, _ right: Value) -> Bool { false }
  }
#endif
