extension Transport {
  /// Reports the events of each call that passes to an observer: its start, the attempts and spans of the layers further in, and
  /// its end.
  ///
  /// Outermost, the observer receives calls; innermost, attempts. The attempts and spans of a request without a
  /// ``CallRecord``, which no client or dispatcher sent, are not reported; those of a hedge's second request are reported as
  /// those of the first one.
  ///
  /// - Parameters:
  ///   - observer: Receives the events.
  ///   - clock: The clock that measures durations; the call's own (``TransportRequest/clock``) by default.
  public func observed(by observer: some CallObserver, clock: CallClock? = nil) -> some Transport {
    ObservationTransport(upstream: self, observer: observer, clock: clock)
  }

  /// Logs each call that passes, as ``observed(by:clock:)`` with an observer that writes text.
  ///
  /// ```swift
  /// let transport = DefaultTransport.shared.logged()
  /// let client = APIClient(
  ///   baseURL: url,
  ///   transport: transport.logged(to: StandardErrorSink(style: .pretty())))
  /// ```
  /// Secrets are removed, by the request's ``RequestOptions/redaction``.
  ///
  /// - Parameters:
  ///   - log: The observer: by default the system's log on Apple platforms, standard error on Linux. The default on Linux writes
  ///     only the ends of calls, because all other events are below its ``StandardErrorSink/minimum``.
  ///   - clock: The clock that measures durations; the call's own (``TransportRequest/clock``) by default.
  public func logged(to log: some CallObserver = .standard, clock: CallClock? = nil) -> some Transport {
    observed(by: log, clock: clock)
  }
}

/// The transport that reports the events of each call to an observer.
struct ObservationTransport<Upstream: Transport, Observer: CallObserver>: Transport {
  let upstream: Upstream
  let observer: Observer
  /// The clock set for this layer; nil for the clock of each call.
  let clock: CallClock?

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    observer.observe(CallEvent(.started, request))
    let clock = clock ?? request.clock
    let start = clock.now
    let ticket = request.isHedge ? nil : request.record?.observe(request, by: observer)
    let outcome = await upstream.outcome(of: request)
    if let ticket { request.record?.endObservation(ticket) }
    let end = outcome.map { NetworkResponse($0, to: request) }
    observer.observe(CallEvent(.ended(end, after: clock.now - start), request))
    return try outcome.get()
  }
}

extension Transport {
  /// Records, under a name of your own, how long each call spends in this part of the stack and inside it.
  ///
  /// ```swift
  /// CurlTransport.shared.timed("network").cached(in: store).timed(
  ///   "cache and below")
  /// ```
  /// The difference between two neighbours is the time that the layers between them take.
  public func timed(_ name: String) -> some Transport {
    TimingTransport(upstream: self, name: name)
  }
}

/// The transport that records the time that each call spends in `upstream`.
private struct TimingTransport<Upstream: Transport>: Transport {
  let upstream: Upstream
  let name: String

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    guard let record = request.record else { return try await upstream.send(request) }
    let start = record.now
    let outcome = await upstream.outcome(of: request)
    record.note(name, outcome.text, since: start)
    return try outcome.get()
  }
}
