/// Sends a request through its upstream until an attempt succeeds or no further one is allowed or useful.
struct RetryTransport<Upstream: Transport>: Transport {
  let upstream: Upstream
  let schedule: RetrySchedule
  private var clock: CallClock { schedule.clock }

  init(upstream: Upstream, schedule: RetrySchedule) {
    (self.upstream, self.schedule) = (upstream, schedule)
  }

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    let request = request.recorded(on: clock).carryingIdempotencyKey()
    schedule.budget?.deposit()
    let start = clock.now
    var number = 1
    while true {
      switch await attempt(number, of: request, since: start) {
      case .over(let result): return try result.get()
      case .again(let delay): try await schedule.wait(delay, for: request)
      }
      number += 1
    }
  }

  private enum Step {
    case over(Result<TransportResponse, NetworkRequestError>)
    case again(after: Duration)
  }

  /// Makes an attempt and puts it on record. A response that another attempt follows is discarded when this returns.
  private func attempt(_ number: Int, of request: TransportRequest, since start: Duration) async -> Step {
    let begin = number == 1 ? start : clock.now
    let outcome = await upstream.outcome(of: request)
    let end = clock.now
    let delay = delay(after: outcome, number, request, elapsed: end - start)
    request.record?.append(
      Attempt(
        number: number, start: begin - start, duration: end - begin, outcome: Attempt.Outcome(outcome),
        wait: delay))
    guard let delay else { return .over(outcome) }
    if case .success(let response) = outcome { response.body.discard() }
    return .again(after: delay)
  }

  /// The wait before the next attempt, or nil where there is to be none.
  private func delay(
    after outcome: Result<TransportResponse, NetworkRequestError>, _ number: Int, _ request: TransportRequest,
    elapsed: Duration
  ) -> Duration? {
    guard outcome.isFailure(of: request), request.mayBeRepeated else { return nil }
    return schedule.delay(
      after: outcome, number: number, of: request, elapsed: elapsed, overriding: request.options.retry)
  }
}

extension TransportRequest {
  /// Whether sending it again does no harm and is possible.
  fileprivate var mayBeRepeated: Bool {
    (method.isIdempotent || headers.contains(.idempotencyKey)) && body.isReplayable
  }
}

extension Result<TransportResponse, NetworkRequestError> {
  /// Whether this is a failure of the other side: what the caller did or decided is not tried again.
  fileprivate func isFailure(of request: TransportRequest) -> Bool {
    switch self {
    case .success(let response): !request.options.acceptedStatuses.contains(response.status)
    case .failure(let error): ![.cancelled, .invalidRequest, .bodyTooLarge].contains(error.kind)
    }
  }
}

extension Attempt.Outcome {
  fileprivate init(_ result: Result<TransportResponse, NetworkRequestError>) {
    switch result {
    case .success(let response): self = .status(response.status)
    case .failure(let error): self = .failed(error.kind, description: error.description)
    }
  }
}
