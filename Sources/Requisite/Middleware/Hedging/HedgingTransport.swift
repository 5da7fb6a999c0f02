/// Sends a request through its upstream, and once more where that takes long.
struct HedgingTransport<Upstream: Transport>: Transport {
  private typealias Reply = Result<TransportResponse, NetworkRequestError>

  private enum Event: Sendable {
    case reply(Reply)
    case due
    case stopped
  }

  let upstream: Upstream
  let delay: Duration
  let budget: RetryBudget?
  let clock: CallClock

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    guard request.mayBeHedged else { return try await upstream.send(request) }
    budget?.deposit()
    let reply = await withTaskGroup(of: Event.self) { group in
      group.addTask { await attempt(request) }
      group.addTask { await timer() }
      return await race(request, in: &group)
    }
    return try reply.get()
  }

  /// The first good reply, or the last one where there is none.
  private func race(_ request: TransportRequest, in group: inout TaskGroup<Event>) async -> Reply {
    var underWay = 1
    var last: Reply?
    while underWay > 0, last?.isGood != true, let event = await group.next() {
      switch event {
      case .reply(let reply):
        underWay -= 1
        last = reply
      case .due where budget?.withdraw() ?? true:
        underWay += 1
        if let record = request.record { record.note("hedge", "sent a second", since: record.now) }
        group.addTask { await attempt(request) }
      case .due, .stopped: continue
      }
    }
    group.cancelAll()
    return last ?? .failure(.cancelled(request))
  }

  private func attempt(_ request: TransportRequest) async -> Event {
    .reply(await upstream.outcome(of: request))
  }

  private func timer() async -> Event {
    do {
      try await clock.sleep(for: delay)
      return .due
    } catch {
      return .stopped
    }
  }
}

extension TransportRequest {
  fileprivate var mayBeHedged: Bool {
    if case .file = delivery { return false }
    return method.isSafe && body.isReplayable
  }
}

extension Result<TransportResponse, NetworkRequestError> {
  /// Whether there is no use in waiting for another.
  fileprivate var isGood: Bool {
    switch self {
    case .success(let response): !NetworkRequestError.retryableStatuses.contains(response.status)
    case .failure: false
    }
  }
}
