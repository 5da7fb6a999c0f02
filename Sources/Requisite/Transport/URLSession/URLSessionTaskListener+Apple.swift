#if !canImport(FoundationNetworking) || REQUISITE_STAND_INS
  /// The delegate of one task, which passes each callback to the task's exchange.
  ///
  /// URLSession calls methods that it does not implement, such as those for challenges and for responses to be cached, on
  /// the session's own delegate.
  final class URLSessionTaskListener: NSObject, URLSessionDataDelegate {
    private let exchange: URLSessionExchange
    private let feed: BodyFeed?
    private let trust: ServerTrust?

    /// - Parameter feed: The source of a body that is a stream.
    init(_ exchange: URLSessionExchange, feed: BodyFeed?, trust: ServerTrust?) {
      (self.exchange, self.feed, self.trust) = (exchange, feed, trust)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask,
      needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
      completionHandler(feed?.next())
    }

    /// Refuses every redirect, because the library follows redirects by its own policy.
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

    /// Called before the task completes.
    func urlSession(
      _ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics
    ) {
      let wasSent = metrics.transactionMetrics.contains { $0.requestStartDate != nil }
      exchange.measured(TransferTimings(metrics), wasSent: wasSent)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      feed?.end()
      guard let trust else { return exchange.completed(task, with: error) }
      exchange.completed(task, with: trust.explaining(error, host: task.originalRequest?.url?.host()))
    }
  }
#endif
