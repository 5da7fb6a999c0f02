#if canImport(FoundationNetworking) && !REQUISITE_STAND_INS
  /// The parts of a session that ``URLSessionTransport`` cannot honour on Linux, where it makes a session of its own from
  /// the configuration. Each kind is printed on standard error, once for the process.
  struct URLSessionShortfalls {
    /// True if the session has a delegate. It is not called: the transport needs the place for its own.
    let hasDelegate: Bool
    /// True if the session has a cache other than the process's own. Nothing is stored: cancelling with a cache set can
    /// end the process.
    let hasCache: Bool
    /// True if the session has a credential storage other than the process's own. Challenges are declined.
    let hasCredentials: Bool

    init(of session: URLSession) {
      let configuration = session.configuration
      hasDelegate = session.delegate != nil
      hasCache = configuration.urlCache.map { $0 !== URLCache.shared } ?? false
      hasCredentials = configuration.urlCredentialStorage.map { $0 !== URLCredentialStorage.shared } ?? false
    }

    func report() {
      if hasDelegate { Self.delegateNotice }
      if hasCache { Self.cacheNotice }
      if hasCredentials { Self.credentialsNotice }
    }

    private static let delegateNotice: Void = StandardError.write(
      "Requisite: on Linux, the delegate of a URLSession is not called by URLSessionTransport")
    private static let cacheNotice: Void = StandardError.write(
      "Requisite: on Linux, the URLCache of a session is not used by URLSessionTransport; use .cached()")
    private static let credentialsNotice: Void = StandardError.write(
      "Requisite: on Linux, the URLCredentialStorage of a session is not used by URLSessionTransport; "
        + "use .authenticated(with:for:)")
  }
#endif
