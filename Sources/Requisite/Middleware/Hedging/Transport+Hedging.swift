extension Transport {
  /// Sends a second request where the first one's response takes long, and takes the response that comes first: for the few
  /// calls that hit a slow server or a lost packet.
  ///
  /// ```swift
  /// let transport = DefaultTransport.shared.hedged(after: .milliseconds(200))   // about what 95 % of calls stay below
  /// ```
  /// Only safe methods are hedged (RFC 9110 §9.2.1), whose body can be sent again, and whose response comes in memory or as
  /// a stream: a file has one owner. All others pass through. A first request that fails before the time is over is not
  /// hedged: that is for retries. While two are under way, a failure — an error, or a status such as 503 — waits for the
  /// other one. The one that is not needed is cancelled.
  ///
  /// - Parameters:
  ///   - delay: The time for which the first response is waited for alone.
  ///   - budget: Bounds the second requests of all calls together; one of this layer's own by default, so that a
  ///     server that becomes slow does not get twice the load. nil for no bound.
  ///   - clock: The clock that the delay is measured by; that of the call by default (``TransportRequest/clock``).
  public func hedged(
    after delay: Duration, budget: RetryBudget? = RetryBudget(), clock: CallClock? = nil
  ) -> some Transport {
    HedgingTransport(upstream: self, delay: delay, budget: budget, clock: clock)
  }
}

/// Sends a request through its upstream, and once more where that takes long.
struct HedgingTransport<Upstream: Transport>: Transport {
  let upstream: Upstream
  let delay: Duration
  let budget: RetryBudget?
  /// The clock of its own; nil for that of each call.
  let clock: CallClock?

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    guard request.mayBeHedged else { return try await upstream.send(request) }
    guard !Task.isCancelled else { throw .cancelled(request) }
    budget?.deposit()
    let clock = clock ?? request.clock
    let due = clock.now + delay
    let race = HedgeRace { await upstream.outcome(of: request) }
    race.start()
    if let response = race.earlyOutcome() { return try response.get() }
    let alarm = clock.alarm(at: due) { race.delayIsOver() }
    defer { alarm.callOff() }
    let response = await withTaskCancellationHandler {
      await race.run { mayStartSecond(request) }
    } onCancel: {
      race.cancel()
    }
    return try (response ?? .failure(.cancelled(request))).get()
  }

  private func mayStartSecond(_ request: TransportRequest) -> Bool {
    guard !Task.isCancelled, budget?.withdraw() ?? true else { return false }
    if let record = request.record { record.note("hedge", "sent a second", since: record.now) }
    return true
  }
}

extension TransportRequest {
  fileprivate var mayBeHedged: Bool {
    if case .file = delivery { return false }
    return method.isSafe && body.isReplayable
  }
}
