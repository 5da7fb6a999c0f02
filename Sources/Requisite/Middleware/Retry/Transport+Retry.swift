extension Transport {
  /// Tries a call again where that is allowed and may help.
  ///
  /// ```swift
  /// let transport = DefaultTransport.shared.retried()                      // up to 3 attempts, 3 seconds apart
  /// let patient = DefaultTransport.shared.retried(.exponential(attempts: 6))
  /// let options = RequestOptions().with(\.retry, .never)             // for one request
  /// ```
  /// A further attempt is **allowed** where the method is idempotent (RFC 9110 §9.2.2) or the request carries an
  /// ``IdempotencyKey``, and the body can be sent again. It **may help** where the policy says so: those of the library
  /// do for the failures of ``FailedAttempt/isTransient``. It is **not made** where
  /// - the wait would end past the call's deadline;
  /// - the server asks for a longer wait than `maximumRetryAfter`: to come earlier is what it asked not to do;
  /// - the `budget` is spent;
  /// - the call was cancelled, which also ends a wait at once.
  ///
  /// Then the caller gets what the last attempt gave, response or error, at once. What happened before stands in
  /// ``NetworkRequestError/attempts`` and ``NetworkResponse/attempts``. A response that is dropped for another attempt is
  /// disposed of: its file removed, its stream ended. A stream that fails after it was handed over is not retried, for
  /// part of it is used up.
  ///
  /// Place it outside of authentication and limits, so that every attempt is signed afresh and counts.
  ///
  /// - Parameters:
  ///   - policy: Decides whether and when. ``RetryPolicy/constant(_:attempts:)`` by default; ``RequestOptions/retry`` wins.
  ///   - budget: Bounds the further attempts of all calls together; one of this stack's own by default, nil for
  ///     no bound.
  ///   - maximumRetryAfter: The longest wait that a server may ask for by `Retry-After`. A minute by default: a call
  ///     that takes longer is better made another time.
  ///   - clock: The clock that waits are measured by; that of the call by default (``TransportRequest/clock``).
  ///   - wallClock: The clock that the dates of `Retry-After` are compared with where the response has no `Date`.
  public func retried(
    _ policy: any RetryPolicy = .constant(), budget: RetryBudget? = RetryBudget(),
    maximumRetryAfter: Duration = .seconds(60), clock: CallClock? = nil,
    wallClock: @escaping @Sendable () -> Date = { Date() }
  ) -> some Transport {
    RetryTransport(
      upstream: self,
      schedule: RetrySchedule(
        policy: policy, budget: budget, maximumRetryAfter: maximumRetryAfter, clock: clock ?? .continuous,
        wallClock: wallClock),
      clock: clock)
  }
}

/// Sends a request through its upstream until an attempt succeeds or no further one is allowed or useful.
struct RetryTransport<Upstream: Transport>: Transport {
  let upstream: Upstream
  let schedule: RetrySchedule
  /// The clock of its own; nil for that of each call.
  let clock: CallClock?

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    let clock = clock ?? request.clock
    var schedule = schedule
    schedule.clock = clock
    let request = request.recorded(on: clock).carryingIdempotencyKey()
    schedule.budget?.deposit()
    let start = clock.now
    var number = 1
    while true {
      switch await attempt(number, of: request, since: start, on: clock) {
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
  private func attempt(
    _ number: Int, of request: TransportRequest, since start: Duration, on clock: CallClock
  ) async -> Step {
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

  /// The wait before the next attempt, or nil if no attempt follows.
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
