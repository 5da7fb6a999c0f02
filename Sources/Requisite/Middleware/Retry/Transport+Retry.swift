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
        policy: policy, budget: budget, maximumRetryAfter: maximumRetryAfter, wallClock: wallClock),
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
    var loop = AttemptLoop(of: request.recorded(on: clock), on: clock, by: schedule)
    while true {
      let outcome = await upstream.outcome(of: loop.call)
      guard let wait = loop.wait(after: outcome, by: schedule, overriding: request.options.retry) else {
        return try outcome.mapError(loop.labelled).get()
      }
      if case .success(let response) = outcome { response.body.discard() }
      try await loop.next(after: wait)
    }
  }
}
