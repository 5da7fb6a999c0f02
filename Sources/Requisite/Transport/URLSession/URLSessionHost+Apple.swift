#if !canImport(FoundationNetworking) || REQUISITE_STAND_INS
  /// A session of the user or of the library. The library sets the delegate of each of its tasks.
  struct URLSessionHost: Sendable {
    private let session: URLSession
    private let owner: URLSessionOwner?
    private let trust: ServerTrust?
    private var idleLimit = TimeInterval.infinity

    /// Uses the session unchanged: its configuration, delegate, protocol classes, cache and cookies.
    init(_ session: URLSession) {
      (self.session, owner, trust) = (session, nil, nil)
    }

    init(configuration: URLSessionConfiguration) {
      self.init(configuration: configuration, trust: nil, idleTimeout: nil)
    }

    /// Creates a session that is invalidated with the host. `trust` answers its challenges.
    init(configuration: URLSessionConfiguration, trust: ServerTrust?, idleTimeout: Duration?) {
      if let idleTimeout { idleLimit = idleTimeout / .seconds(1) }
      self.trust = trust
      session = URLSession(configuration: configuration, delegate: trust, delegateQueue: nil)
      owner = URLSessionOwner(session)
    }

    func task(for request: URLRequest, delivering exchange: URLSessionExchange) -> URLSessionTask {
      var request = request
      // The timeout of a request takes precedence over that of its session, even if it is longer.
      request.timeoutInterval = min(request.timeoutInterval, idleLimit)
      let task = session.dataTask(with: request)
      task.delegate = URLSessionTaskListener(exchange, trust: trust)
      task.priority = exchange.request.options.priority.urlSessionPriority
      return task
    }

    static func cancel(_ task: URLSessionTask) {
      task.cancel()
    }

    /// Does nothing: no setting is known that keeps Foundation from announcing a body without a type as a form.
    static func leaveOutContentType(of request: inout URLRequest) {}

    /// Suspends or resumes the task. No timeout applies to a suspended task.
    static func setPaused(_ isPaused: Bool, _ task: URLSessionTask) {
      if isPaused { task.suspend() } else { task.resume() }
    }
  }

  extension CallPriority {
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
