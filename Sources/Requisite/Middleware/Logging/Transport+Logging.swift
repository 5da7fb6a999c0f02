extension Transport {
  /// Logs the start and the end of each call that passes.
  ///
  /// ```swift
  /// let transport = DefaultTransport.shared.logged()
  /// let client = APIClient(
  ///   baseURL: url,
  ///   transport: transport.logged(to: StandardErrorSink(style: .pretty())))
  /// ```
  /// Outermost, the layer logs calls; innermost, attempts. Secrets are removed, by the request's
  /// ``RequestOptions/redaction``.
  ///
  /// - Parameters:
  ///   - sink: The destination of entries: by default the system's log on Apple platforms, standard error on Linux. The
  ///     default sink on Linux writes only the ends of calls, because a start is below its ``StandardErrorSink/minimum``.
  ///   - clock: The clock that measures durations; the call's own (``TransportRequest/clock``) by default.
  public func logged(
    to sink: some LogSink = .standard, clock: CallClock? = nil
  ) -> some Transport {
    LoggingTransport(upstream: self, sink: sink, clock: clock)
  }
}

/// The transport that reports each call to a sink, before it is sent and after it has ended.
struct LoggingTransport<Upstream: Transport, Sink: LogSink>: Transport {
  let upstream: Upstream
  let sink: Sink
  /// The clock set for this layer; nil for the clock of each call.
  let clock: CallClock?

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    sink.log(LogEntry(.started, request))
    let clock = clock ?? request.clock
    let start = clock.now
    let outcome = await upstream.outcome(of: request)
    let time = clock.now - start
    switch outcome {
    case .success(let response):
      sink.log(LogEntry(.finished(NetworkResponse(response, to: request), after: time), request))
    case .failure(let error): sink.log(LogEntry(.failed(error, after: time), request))
    }
    return try outcome.get()
  }
}
