#if !canImport(FoundationNetworking) || REQUISITE_STAND_INS
  /// A session whose tasks have a delegate each: one of the user's, as it is, or one that the library made.
  struct URLSessionHost: Sendable {
    private let session: URLSession
    private let owner: URLSessionOwner?

    /// Uses the session itself: its configuration, delegate, protocol classes, cache and cookies.
    init(_ session: URLSession) {
      (self.session, owner) = (session, nil)
    }

    init(configuration: URLSessionConfiguration) {
      self.init(configuration: configuration, delegate: nil)
    }

    /// Makes a session that ends with the host. It keeps `delegate` until then.
    init(configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?) {
      session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
      owner = URLSessionOwner(session)
    }

    func task(for request: URLRequest, delivering exchange: URLSessionExchange) -> URLSessionTask {
      let task = session.dataTask(with: request)
      task.delegate = URLSessionTaskListener(exchange)
      task.priority = exchange.request.options.priority.urlSessionPriority
      return task
    }

    static func cancel(_ task: URLSessionTask) {
      task.cancel()
    }

    /// Stops the task from reading, or lets it go on. A task that is suspended is subject to no timeout.
    static func setPaused(_ isPaused: Bool, _ task: URLSessionTask) {
      if isPaused { task.suspend() } else { task.resume() }
    }
  }

  extension CallPriority {
    fileprivate var urlSessionPriority: Float {
      switch self {
      case .low: URLSessionTask.lowPriority
      case .normal: URLSessionTask.defaultPriority
      case .high: URLSessionTask.highPriority
      }
    }
  }
#endif
