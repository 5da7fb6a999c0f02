/// Sends a request through its upstream until that succeeds or there is no use in trying again.
struct RetryTransport<Upstream: Transport>: Transport {
  let upstream: Upstream
  let policy: any RetryPolicy
  let budget: RetryBudget?
  let maximumRetryAfter: Duration
  let clock: CallClock
  let wallClock: @Sendable () -> Date

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    let request = request.recorded(on: clock).carryingIdempotencyKey()
    budget?.deposit()
    let start = clock.now
    var number = 1
    while true {
      switch await attempt(number, of: request, since: start) {
      case .over(let result): return try result.get()
      case .again(let delay): try await wait(delay, for: request)
      }
      number += 1
    }
  }

  private enum Step {
    case over(Result<TransportResponse, NetworkRequestError>)
    case again(after: Duration)
  }

  /// Makes an attempt and puts it on record. A response that another attempt follows is gone when this returns.
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

  /// The wait before the next attempt; nil where there is to be none.
  private func delay(
    after outcome: Result<TransportResponse, NetworkRequestError>, _ number: Int, _ request: TransportRequest,
    elapsed: Duration
  ) -> Duration? {
    guard outcome.isFailure(of: request), request.mayBeRepeated, !Task.isCancelled else { return nil }
    let retryAfter = outcome.retryAfter(now: wallClock)
    let failure = FailedAttempt(
      number: number, request: request, outcome: outcome, retryAfter: retryAfter, elapsed: elapsed)
    guard let wanted = (request.options.retry ?? policy).delay(after: failure) else { return nil }
    let asked = retryAfter ?? .zero
    guard asked <= maximumRetryAfter else { return nil }
    let delay = max(wanted, asked, .zero)
    if let deadline = request.deadline, deadline.remaining <= delay { return nil }
    // Last, for a token is spent by the question.
    guard budget?.withdraw() ?? true else { return nil }
    return delay
  }

  private func wait(_ delay: Duration, for request: TransportRequest) async throws(NetworkRequestError) {
    let start = request.record?.now ?? .zero
    do { try await clock.sleep(for: delay) } catch { throw .cancelled(request) }
    request.record?.note("retry", "waited", since: start)
  }
}

extension TransportRequest {
  /// Whether sending it again does no harm and is possible.
  fileprivate var mayBeRepeated: Bool {
    (method.isIdempotent || headers.contains(.idempotencyKey)) && body.isReplayable
  }
}

extension Result<TransportResponse, NetworkRequestError> {
  /// Whether this is a failure that is the other side's: what the caller did or decided is not tried again.
  fileprivate func isFailure(of request: TransportRequest) -> Bool {
    switch self {
    case .success(let response): !request.options.acceptedStatuses.contains(response.status)
    case .failure(let error): ![.cancelled, .invalidRequest, .bodyTooLarge].contains(error.kind)
    }
  }

  fileprivate func retryAfter(now: () -> Date) -> Duration? {
    switch self {
    case .success(let response):
      response.headers.contains(.retryAfter) ? response.headers.retryAfter(now: now()) : nil
    case .failure(.refused(let refusal)): refusal.retryAfter
    case .failure: nil as Duration?
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
