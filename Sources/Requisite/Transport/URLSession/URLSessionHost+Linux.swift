#if canImport(FoundationNetworking) && !REQUISITE_STAND_INS
  /// A session made so that FoundationNetworking does not crash, hang or leak.
  ///
  /// No cache: cancelling with one set can end the process. A delegate of the session: without one that declines
  /// challenges, a 401 hangs for ever. No cookie and credential stores: what they keep belongs to no call.
  struct URLSessionHost: Sendable {
    private let owner: URLSessionOwner
    private let router = URLSessionRouter()

    init(_ session: URLSession) {
      URLSessionShortfalls(of: session).report()
      self.init(configuration: session.configuration)
    }

    init(configuration: URLSessionConfiguration) {
      configuration.urlCache = nil
      configuration.urlCredentialStorage = nil
      owner = URLSessionOwner(URLSession(configuration: configuration, delegate: router, delegateQueue: nil))
    }

    func task(for request: URLRequest, delivering exchange: URLSessionExchange) -> URLSessionTask {
      let task = owner.session.dataTask(with: request)
      router.connect(task, to: exchange)
      return task
    }

    static func cancel(_ task: URLSessionTask) {
      URLSessionRouter.cancel(task)
    }

    /// Does nothing: a task that is suspended here sends its request again and delivers its body twice.
    static func setPaused(_ isPaused: Bool, _ task: URLSessionTask) {}
  }

  /// Hands what the session tells of a task to the exchange that the task belongs to.
  ///
  /// `@unchecked Sendable` because `NSObject` is not: all that changes stands in `exchanges`, under its lock.
  final class URLSessionRouter: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    /// FoundationNetworking ends the process where the redirect of a task is answered that has been cancelled. So
    /// these two exclude each other, and the redirect of a task that is to be cancelled is never answered.
    private static let cancelOrRedirect = Locked(())

    private let exchanges = Locked<[Int: URLSessionExchange]>([:])

    func connect(_ task: URLSessionTask, to exchange: URLSessionExchange) {
      exchanges.withLock { $0[task.taskIdentifier] = exchange }
    }

    static func cancel(_ task: URLSessionTask) {
      cancelOrRedirect.withLock { _ in task.cancel() }
    }

    private func exchange(of task: URLSessionTask) -> URLSessionExchange? {
      exchanges.withLock { $0[task.taskIdentifier] }
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      Self.cancelOrRedirect.withLock { _ in
        if exchange(of: task)?.isOver == false { completionHandler(nil) }
      }
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      completionHandler(.cancelAuthenticationChallenge, nil)
    }

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
      _ = exchange(of: dataTask)?.received(response)
      completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      exchange(of: dataTask)?.received(data)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
      totalBytesExpectedToSend: Int64
    ) {
      exchange(of: task)?.sent(totalBytesSent)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
      exchange?.completed(task, with: error)
    }
  }
#endif
