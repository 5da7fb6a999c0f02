/// Tells a sink of each call, before it is sent and after it ended.
struct LoggingTransport<Upstream: Transport, Sink: LogSink>: Transport {
  let upstream: Upstream
  let sink: Sink
  let clock: CallClock

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    sink.log(LogEntry(.started, request))
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
