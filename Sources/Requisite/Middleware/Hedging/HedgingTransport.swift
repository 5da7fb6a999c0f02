/// Sends a request through its upstream, and once more where that takes long.
struct HedgingTransport<Upstream: Transport>: Transport {
  let upstream: Upstream
  let delay: Duration
  let budget: RetryBudget?
  let clock: CallClock

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    guard request.mayBeHedged else { return try await upstream.send(request) }
    guard !Task.isCancelled else { throw .cancelled(request) }
    budget?.deposit()
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
