#if !canImport(FoundationNetworking) || REQUISITE_STAND_INS
  /// The delegate of one task, which passes each callback to the task's exchange.
  ///
  /// URLSession calls methods that it does not implement, such as those for challenges and for responses to be cached, on
  /// the session's own delegate. Of those that it implements, it passes on to that delegate each that needs no answer, before the
  /// exchange gets it: a logger that is the delegate of a session sees each call from its beginning to its end.
  final class URLSessionTaskListener: NSObject, URLSessionDataDelegate {
    private let exchange: URLSessionExchange
    private let feed: BodyFeed?
    private let trust: ServerTrust?
    private let observer: (any URLSessionTaskDelegate)?
    private let dataObserver: (any URLSessionDataDelegate)?

    /// - Parameters:
    ///   - feed: The source of a body that is a stream.
    ///   - observer: The delegate of the session. That of a session of the library's is asked about certificates alone.
    init(
      _ exchange: URLSessionExchange, feed: BodyFeed?, trust: ServerTrust?,
      observer: (any URLSessionDelegate)?
    ) {
      (self.exchange, self.feed, self.trust) = (exchange, feed, trust)
      self.observer = observer as? any URLSessionTaskDelegate
      dataObserver = observer as? any URLSessionDataDelegate
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
      // What becomes of the response is the library's to say.
      dataObserver?.urlSession?(session, dataTask: dataTask, didReceive: response) { _ in }
      completionHandler(exchange.received(response) ? .allow : .cancel)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      dataObserver?.urlSession?(session, dataTask: dataTask, didReceive: data)
      exchange.received(data)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
      totalBytesExpectedToSend: Int64
    ) {
      observer?.urlSession?(
        session, task: task, didSendBodyData: bytesSent, totalBytesSent: totalBytesSent,
        totalBytesExpectedToSend: totalBytesExpectedToSend)
      exchange.sent(totalBytesSent)
    }

    func urlSession(_ session: URLSession, taskIsWaitingForConnectivity task: URLSessionTask) {
      observer?.urlSession?(session, taskIsWaitingForConnectivity: task)
      exchange.request.options.urlSession.onWaitingForConnectivity?()
    }

    /// Called before the task completes.
    func urlSession(
      _ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics
    ) {
      observer?.urlSession?(session, task: task, didFinishCollecting: metrics)
      let wasSent = metrics.transactionMetrics.contains { $0.requestStartDate != nil }
      exchange.measured(CallTimeline.Timings(metrics), wasSent: wasSent)
      exchange.request.options.urlSession.onMetrics?(metrics)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      observer?.urlSession?(session, task: task, didCompleteWithError: error)
      feed?.end()
      let host = task.originalRequest?.url?.host()
      exchange.completed(task, with: trust?.explaining(error, host: host) ?? error)
    }
  }

  extension CallTimeline.Timings {
    /// Reads the phases of the task's last transaction, which received the response.
    ///
    /// A phase that did not happen has no dates. It ends where it began.
    init(_ metrics: URLSessionTaskMetrics) {
      self.init()
      guard let last = metrics.transactionMetrics.last else { return }
      let start = metrics.taskInterval.start
      let times = Times(start: start)
      queued = times.at(
        last.domainLookupStartDate ?? last.connectStartDate ?? last.requestStartDate, notBefore: .zero)
      nameResolved = times.at(last.domainLookupEndDate, notBefore: queued)
      // With TLS, Foundation's end of the connection is the end of the TLS handshake.
      connected = times.at(last.secureConnectionStartDate ?? last.connectEndDate, notBefore: nameResolved)
      secured = times.at(last.secureConnectionEndDate, notBefore: connected)
      requestSent = times.at(last.requestStartDate, notBefore: secured)
      firstByte = times.at(last.responseStartDate, notBefore: requestSent)
      lastByte = times.at(last.responseEndDate, notBefore: firstByte)
      bytesReceived = last.countOfResponseBodyBytesReceived
      bytesSent = last.countOfRequestBodyBytesSent
      reusedConnection = last.isReusedConnection
      httpVersion = last.networkProtocolName.map(Self.version)
      remoteAddress = last.remoteAddress.map { Self.address($0, last.remotePort) }
    }

    /// Returns the version in the form “HTTP/2” for the name of an ALPN protocol (RFC 7301 §6).
    private static func version(_ name: String) -> String {
      switch name {
      case "h2", "h2c": "HTTP/2"
      case "h3": "HTTP/3"
      default: name.uppercased()
      }
    }

    private static func address(_ address: String, _ port: Int?) -> String {
      let host = address.utf8.contains(UInt8(ascii: ":")) ? "[\(address)]" : address
      return port.map { "\(host):\($0)" } ?? host
    }
  }

  /// Converts dates to durations since the start of a task.
  private struct Times {
    let start: Date

    /// Returns the time of a date, or `earlier` if the date is nil or the clock was set back meanwhile.
    func at(_ date: Date?, notBefore earlier: Duration) -> Duration {
      date.map { max(earlier, .seconds($0.timeIntervalSince(start))) } ?? earlier
    }
  }
#endif
