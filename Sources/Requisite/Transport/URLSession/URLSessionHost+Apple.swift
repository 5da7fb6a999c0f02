#if !canImport(FoundationNetworking) || REQUISITE_STAND_INS
  /// A session of the user or of the library. The library sets the delegate of each of its tasks.
  struct URLSessionHost: Sendable {
    private let session: URLSession
    private let owner: URLSessionOwner?
    private let trust: ServerTrust?
    private var idleLimit = TimeInterval.infinity
    private let isBackground: Bool
    private var assumesHTTP3 = false

    /// Uses the session unchanged: its configuration, delegate, protocol classes, cache and cookies.
    init(_ session: URLSession) {
      (self.session, owner, trust) = (session, nil, nil)
      isBackground = session.configuration.identifier != nil
    }

    var configuration: URLSessionConfiguration { session.configuration }

    /// The transport of a session, also of the shared one, whose configuration, cache and cookies are used.
    static func transport(of session: URLSession) -> URLSessionTransport { URLSessionTransport(session) }

    init(configuration: URLSessionConfiguration) {
      self.init(configuration: configuration, trust: nil, idleTimeout: nil)
    }

    /// Creates a session that is invalidated with the host. `trust` answers its challenges.
    init(
      configuration: URLSessionConfiguration, trust: ServerTrust?, idleTimeout: Duration?,
      assumesHTTP3: Bool = false
    ) {
      self.assumesHTTP3 = assumesHTTP3
      if let idleTimeout {
        idleLimit = idleTimeout / .seconds(1)
        configuration.timeoutIntervalForRequest = min(configuration.timeoutIntervalForRequest, idleLimit)
      }
      isBackground = configuration.identifier != nil
      self.trust = trust
      session = URLSession(configuration: configuration, delegate: trust, delegateQueue: nil)
      owner = URLSessionOwner(session)
    }

    /// Throws the error of a background session, which does not call the delegates of tasks: its calls would never end.
    func check() throws(NetworkRequestError) {
      guard isBackground else { return }
      throw SettingProblem("a background URLSession cannot send calls: use BackgroundTransfers").error
    }

    func task(for upload: URLSessionUpload, delivering exchange: URLSessionExchange) -> URLSessionTask {
      var upload = upload
      // The timeout of a request takes precedence over that of its session, even if it is longer.
      if exchange.request.options.isTimeoutSet {
        // Apple's Foundation takes fractions of a second, which Foundation on Linux does not.
        let timeout = exchange.request.options.timeout.map { $0 / .seconds(1) }
        upload.request.timeoutInterval = min(timeout ?? upload.request.timeoutInterval, idleLimit)
      }
      exchange.request.options.urlSession.apply(to: &upload.request)
      if assumesHTTP3 { upload.request.assumesHTTP3Capable = true }
      let task = upload.task(in: session)
      let feed = upload.feed { exchange.stop(with: $0) }
      task.delegate = URLSessionTaskListener(
        exchange, feed: feed, trust: trust, observer: session.delegate)
      task.priority = exchange.request.options.priority.urlSessionPriority
      return task
    }

    func webSocketTask(
      for request: URLRequest, delegate: any URLSessionWebSocketDelegate
    ) -> URLSessionWebSocketTask {
      let task = session.webSocketTask(with: request)
      task.delegate = delegate
      return task
    }

    /// The error with the reason for which the library refused a certificate, if it did.
    func explaining(_ error: (any Error)?, host: String?) -> (any Error)? {
      trust?.explaining(error, host: host) ?? error
    }

    static func cancel(_ task: URLSessionTask) {
      task.cancel()
    }

    /// Nil, because a declined challenge is no error: the 401 is delivered as any other response.
    static func declined(_ task: URLSessionTask) -> HTTPURLResponse? { nil }

    /// Does nothing: no setting is known that keeps Foundation from announcing a body without a type as a form.
    static func omitContentType(of request: inout URLRequest) {}

    /// Selects the loader that reports each cut body, for sessions of the library.
    static func prepare(_ configuration: URLSessionConfiguration) { configuration.setClassicLoader(false) }

    /// Suspends or resumes the task. No timeout applies to a suspended task.
    static func setPaused(_ isPaused: Bool, _ task: URLSessionTask) {
      if isPaused { task.suspend() } else { task.resume() }
    }
  }

  extension HTTPURLResponse {
    /// The value of a header field as its bytes say. CFNetwork reads each byte as a character of Latin-1, so a value beyond ASCII
    /// whose bytes are UTF-8 is read again as that.
    static func fieldValue(_ value: String) -> String {
      guard !value.utf8.allSatisfy({ $0 < 0x80 }) else { return value }
      let bytes = value.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
      guard bytes.count == value.unicodeScalars.count else { return value }
      return String(validUTF8: bytes) ?? value
    }
  }

  extension RequestOptions.Priority {
    var urlSessionPriority: Float {
      switch self {
      case .low: URLSessionTask.lowPriority
      case .normal: URLSessionTask.defaultPriority
      case .high: URLSessionTask.highPriority
      }
    }
  }

  extension TransportFailure {
    /// The failure itself, because Foundation has a code for each failure on Apple platforms.
    var withPlatformCode: TransportFailure { self }
  }
#endif
