extension Transport {
  /// Logs the start and the end of each call that passes.
  ///
  /// ```swift
  /// let transport = DefaultTransport.shared.logged()
  /// let client = APIClient(baseURL: url, transport: transport.logged(to: StandardErrorSink(style: .pretty())))
  /// ```
  /// What is logged is what passes here: put it outermost to see calls, innermost to see attempts. Secrets are left
  /// out, by the request's ``RequestOptions/redaction``.
  ///
  /// - Parameters:
  ///   - sink: Where entries go: the system's log on Apple platforms, standard error on Linux.
  ///   - clock: What times are taken by.
  public func logged(
    to sink: some LogSink = .standard, clock: CallClock = .continuous
  ) -> some Transport {
    LoggingTransport(upstream: self, sink: sink, clock: clock)
  }
}

private struct LoggingTransport<Upstream: Transport, Sink: LogSink>: Transport {
  let upstream: Upstream
  let sink: Sink
  let clock: CallClock

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    sink.log(LogEntry(.started, request))
    let start = clock.now
    do {
      let response = try await upstream.send(request)
      let finished = NetworkResponse(response, to: request)
      sink.log(LogEntry(.finished(finished, after: clock.now - start), request))
      return response
    } catch {
      sink.log(LogEntry(.failed(error, after: clock.now - start), request))
      throw error
    }
  }
}
