#if !canImport(FoundationNetworking)
  /// The session as it was given, with a delegate for each task.
  struct URLSessionHost: Sendable {
    private let session: URLSession

    init(_ session: URLSession) {
      self.session = session
    }

    init(configuration: URLSessionConfiguration) {
      session = URLSession(configuration: configuration)
    }

    func task(for request: URLRequest, delivering exchange: URLSessionExchange) -> URLSessionTask {
      let task = session.dataTask(with: request)
      task.delegate = URLSessionTaskListener(exchange)
      return task
    }

    static func cancel(_ task: URLSessionTask) {
      task.cancel()
    }
  }

  /// Hands what the session tells of a task to its exchange. Challenges go to the session's own delegate.
  final class URLSessionTaskListener: NSObject, URLSessionDataDelegate, Sendable {
    private let exchange: URLSessionExchange

    init(_ exchange: URLSessionExchange) {
      self.exchange = exchange
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      completionHandler(nil)
    }

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
      completionHandler(exchange.received(response) ? .allow : .cancel)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      exchange.received(data)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
      totalBytesExpectedToSend: Int64
    ) {
      exchange.sent(totalBytesSent)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      exchange.completed(task, with: error)
    }
  }
#endif
