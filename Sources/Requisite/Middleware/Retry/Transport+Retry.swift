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
  /// - the wait would end past the call's deadline: nothing is waited for in vain;
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
  ///   - clock: The clock that waits are measured by.
  ///   - wallClock: The clock that the dates of `Retry-After` are compared with where the response has no `Date`.
  public func retried(
    _ policy: any RetryPolicy = .constant(), budget: RetryBudget? = RetryBudget(),
    maximumRetryAfter: Duration = .seconds(60), clock: CallClock = .continuous,
    wallClock: @escaping @Sendable () -> Date = { Date() }
  ) -> some Transport {
    RetryTransport(
      upstream: self,
      schedule: RetrySchedule(
        policy: policy, budget: budget, maximumRetryAfter: maximumRetryAfter, clock: clock,
        wallClock: wallClock))
  }
}
