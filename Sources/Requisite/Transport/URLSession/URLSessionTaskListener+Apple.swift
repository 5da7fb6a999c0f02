#if !canImport(FoundationNetworking) || REQUISITE_STAND_INS
  /// Hands what the session says of one task to its exchange.
  ///
  /// Methods that are not here, such as those for challenges and for responses to be cached, are called on the
  /// session's own delegate, if it has one.
  final class URLSessionTaskListener: NSObject, URLSessionDataDelegate {
    private let exchange: URLSessionExchange

    init(_ exchange: URLSessionExchange) {
      self.exchange = exchange
    }

    /// Refuses every redirect: the library follows it by its own policy.
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

    /// Comes before the end of the task.
    func urlSession(
      _ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics
    ) {
      exchange.measured(TransferTimings(metrics))
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      exchange.completed(task, with: error)
    }
  }
#endif
