extension Transport {
  /// Repeats a failed call if that is allowed and may help.
  ///
  /// ```swift
  /// // Up to 3 attempts, 3 seconds apart
  /// let transport = DefaultTransport.shared.retried()
  /// let patient = DefaultTransport.shared.retried(.exponential(attempts: 6))
  /// let options = RequestOptions().with(\.retry, .never)  // for one request
  /// ```
  /// A further attempt is **allowed** if the method is idempotent (RFC 9110 §9.2.2), the request has an ``IdempotencyKey``
  /// or says that it is repeatable (``RequestOptions/isRepeatable``), or no server has processed it
  /// (``NetworkRequestError/isBeforeSending``), and the body can be sent again. It **may help** if the policy says so: the
  /// policies of the library do for the failures of ``FailedAttempt/isTransient``. It is **not made** if
  /// - the wait would end after the call's deadline;
  /// - the server asks for a longer wait than `maximumRetryAfter`, because an earlier attempt is what it asked to avoid;
  /// - the `budget` is used up;
  /// - the call was cancelled, which also ends a wait at once.
  ///
  /// Then the caller gets the result of the last attempt, a response or an error, at once. Earlier attempts are listed in
  /// ``NetworkRequestError/attempts`` and ``NetworkResponse/attempts``. A response that another attempt follows is
  /// discarded: its file is removed, its stream is closed. A stream that fails after the caller has received it is not
  /// retried, because part of it has been read.
  ///
  /// Place it outside authentication and limits, so that every attempt is authenticated afresh and counts.
  ///
  /// - Parameters:
  ///   - policy: Decides whether a call is attempted again, and when. ``RetryPolicy/constant(_:attempts:)`` by default;
  ///     ``RequestOptions/retry`` overrides it.
  ///   - budget: Limits the further attempts of all calls together. By default each stack has a ``RetryBudget`` of its
  ///     own; nil for no limit.
  ///   - maximumRetryAfter: The longest wait that a server may ask for by `Retry-After`. A minute by default: a call that
  ///     would wait longer is better made another time.
  ///   - clock: The clock that measures waits; the call's own (``TransportRequest/clock``) by default.
  ///   - wallClock: The clock with which the dates of `Retry-After` are compared if the response has no `Date`.
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

extension Transport {
  /// Sends a call up to `attempts` times, with growing random waits, as ``retried(_:budget:maximumRetryAfter:clock:wallClock:)``
  /// does with ``RetryPolicy/exponential(from:cap:attempts:random:)``.
  public func retried(attempts: Int) -> some Transport { retried(.exponential(attempts: attempts)) }

  /// Unavailable: a number alone could count attempts or retries.
  @available(*, unavailable, renamed: "retried(attempts:)", message: "the first attempt counts, too")
  public func retried(_ attempts: Int) -> some Transport { self }
}

/// The transport that sends a request through `upstream` until an attempt succeeds or no further one is allowed or
/// useful.
struct RetryTransport<Upstream: Transport>: Transport {
  let upstream: Upstream
  let schedule: RetrySchedule
  /// The clock set for this layer; nil for the clock of each call.
  let clock: CallClock?

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    let clock = clock ?? request.clock
    let request = request.recorded(on: clock).carryingIdempotencyKey()
    schedule.budget?.deposit()
    let start = clock.now
    // Another loop of the call may have made attempts before.
    let offset = request.record?.startOfAttempts() ?? .zero
    var number = 1
    var wasSent = false
    while true {
      let begin = number == 1 ? start : clock.now
      let outcome = await upstream.outcome(of: request)
      switch step(after: outcome, number, of: request, began: begin, since: start, offset, on: clock) {
      case .over(.success(let response)): return response
      case .over(.failure(let error)): throw error.afterSending(wasSent)
      case .again(let delay, let isSent):
        wasSent = wasSent || isSent
        try await wait(delay, for: request, on: clock)
      }
      number += 1
    }
  }

  private enum Step {
    case over(Result<TransportResponse, NetworkRequestError>)
    /// `wasSent` is true if the attempt that failed may have reached the server.
    case again(after: Duration, wasSent: Bool)
  }

  private func wait(
    _ delay: Duration, for request: TransportRequest, on clock: CallClock
  ) async throws(NetworkRequestError) {
    var schedule = schedule
    schedule.clock = clock
    try await schedule.wait(delay, for: request)
  }

  /// Records an attempt and decides what follows. A response that another attempt follows is discarded.
  ///
  /// Never inlined, so that its variables are not part of the frame that waits for the response.
  @inline(never)
  private func step(
    after outcome: Result<TransportResponse, NetworkRequestError>, _ number: Int,
    of request: TransportRequest, began begin: Duration, since start: Duration, _ offset: Duration,
    on clock: CallClock
  ) -> Step {
    let end = clock.now
    let delay = delay(after: outcome, number, request, elapsed: end - start)
    request.record?.append(
      Attempt(
        start: offset + begin - start, duration: end - begin, outcome: Attempt.Outcome(outcome), wait: delay))
    guard let delay else { return .over(outcome) }
    if case .success(let response) = outcome { response.body.discard() }
    return .again(after: delay, wasSent: outcome.wasSent)
  }

  /// Returns the wait before the next attempt, or nil if no attempt follows.
  private func delay(
    after outcome: Result<TransportResponse, NetworkRequestError>, _ number: Int, _ request: TransportRequest,
    elapsed: Duration
  ) -> Duration? {
    guard outcome.isFailure(of: request), request.isRepeatable || !outcome.wasSent else { return nil }
    return schedule.delay(
      after: outcome, number: number, of: request, elapsed: elapsed, overriding: request.options.retry)
  }
}

extension Result<TransportResponse, NetworkRequestError> {
  /// True if the server or the network failed. Errors that the caller caused are not retried.
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

  /// The outcome of an attempt whose status the dispatcher has made an error of.
  init(_ error: NetworkRequestError) {
    self = error.status.map(Self.status) ?? .failed(error.kind, description: error.description)
  }
}
