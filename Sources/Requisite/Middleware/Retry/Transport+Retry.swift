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
  ///   - policy: Decides whether a call is attempted again, and when. ``RetryPolicy/constant(_:attempts:alsoAfter:)`` by default;
  ///     ``RequestOptions/retry`` overrides it.
  ///   - budget: Limits the further attempts of all calls together. By default each stack has a ``RetryBudget`` of its
  ///     own; nil for no limit.
  ///   - maximumRetryAfter: The longest wait that a server may ask for by `Retry-After`, or after a 429 by the reset of its quota. A minute by default: a call that
  ///     would wait longer is better made another time.
  ///   - clock: The clock that measures waits, and with whose date `Retry-After` is compared if the response has no `Date`; the
  ///     call's own (``TransportRequest/clock``) by default.
  public func retried(
    _ policy: any RetryPolicy = .constant(), budget: RetryBudget? = RetryBudget(),
    maximumRetryAfter: Duration = .seconds(60), clock: CallClock? = nil
  ) -> some Transport {
    RetryTransport(
      upstream: self,
      schedule: RetrySchedule(policy: policy, budget: budget, maximumRetryAfter: maximumRetryAfter),
      clock: clock)
  }
}

extension Transport {
  /// Sends a call up to `attempts` times, with growing random waits, as ``retried(_:budget:maximumRetryAfter:clock:)``
  /// does with ``RetryPolicy/exponential(from:cap:attempts:alsoAfter:random:)``.
  public func retried(attempts: Int) -> some Transport { retried(.exponential(attempts: attempts)) }
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

/// The rules by which a call is attempted again: the same for ``RetryTransport``, `attempts:`, downloads, the connections of event
/// sources and WebSockets, and the refresh of a token.
///
/// A further attempt is allowed if the server or the network failed, and the request may be sent twice or surely was not
/// processed. Then the policy decides. The server's `Retry-After`, or that of the layer that refused the call, is respected up
/// to ``maximumRetryAfter``. A longer one ends the call, because an earlier attempt is what the server asked to avoid. No wait
/// starts that would end after the deadline of the call.
struct RetrySchedule: Sendable {
  let policy: any RetryPolicy
  let budget: RetryBudget?
  let maximumRetryAfter: Duration

  /// Returns the wait before the next attempt, or nil if no attempt follows. Takes a token from the budget.
  ///
  /// - Parameters:
  ///   - number: The attempt that failed, counted from 1.
  ///   - elapsed: The time since the first attempt began.
  ///   - date: The date with which `Retry-After` is compared if the response has no `Date`.
  ///   - override: A policy of the request, which replaces the schedule's.
  func delay(
    after outcome: Result<TransportResponse, NetworkRequestError>, number: Int, of request: TransportRequest,
    elapsed: Duration, date: @autoclosure () -> Date,
    overriding override: @autoclosure () -> (any RetryPolicy)? = nil
  ) -> Duration? {
    guard outcome.isFailure(of: request), !Task.isCancelled, request.body.isReplayable,
      request.isRepeatable || !outcome.wasSent
    else { return nil }
    let retryAfter = outcome.retryAfter(now: date)
    let failure = FailedAttempt(
      number: number, request: request, outcome: outcome, retryAfter: retryAfter, elapsed: elapsed)
    guard let wanted = (override() ?? policy).delay(after: failure) else { return nil }
    let asked = retryAfter ?? .zero
    guard asked <= maximumRetryAfter else { return nil }
    let delay = max(wanted, asked, .zero)
    guard request.deadline(exceededBy: delay) == nil else { return nil }
    // The budget is asked last, because the question takes a token.
    guard budget?.withdraw(for: outcome.failedRefresh) ?? true else { return nil }
    return delay
  }
}

/// One loop of attempts at a call: it numbers them, notes each in the record of the call, asks a ``RetrySchedule`` whether
/// another follows, and waits for it.
struct AttemptLoop {
  let call: TransportRequest
  private let clock: CallClock
  private let start: Duration
  /// The time from the call's first attempt to the start, because another loop may have made attempts before.
  private let offset: Duration
  private var begin: Duration
  /// The number of attempts in the record when the present one began.
  private var known: Int
  /// The number of the present attempt, counted from 1.
  private(set) var number = 1
  /// True if an attempt that has ended may have reached the server.
  private(set) var wasSent = false

  /// Begins the first attempt.
  init(of call: TransportRequest, on clock: CallClock, by schedule: RetrySchedule) {
    schedule.budget?.deposit()
    // The key is that of the call, so all attempts have one.
    self.call = call.carryingIdempotencyKey()
    self.clock = clock
    start = clock.now
    begin = start
    (offset, known) = call.record?.beginAttempts() ?? (.zero, 0)
  }

  /// Ends the present attempt with `outcome`. Returns the wait before the next one, or nil if it was the last.
  ///
  /// Never inlined, so that its variables are not part of the frame that waits for the response.
  ///
  /// - Parameter failures: The number of failures that the policy counts, if it is not that of the attempts.
  @inline(never)
  mutating func wait(
    after outcome: Result<TransportResponse, NetworkRequestError>, by schedule: RetrySchedule,
    failures: Int? = nil,
    overriding policy: @autoclosure () -> (any RetryPolicy)? = nil
  ) -> Duration? {
    let elapsed = clock.now - start
    let wait = schedule.delay(
      after: outcome, number: failures ?? number, of: call, elapsed: elapsed, date: clock.date,
      overriding: policy())
    note(CallTimeline.Attempt.Outcome(outcome), at: elapsed, wait: wait)
    wasSent = wasSent || outcome.wasSent
    return wait
  }

  /// Ends the present attempt, which is the last, because it succeeded.
  func end(with status: Int) { note(.status(status), at: clock.now - start, wait: nil) }

  /// The error of the call, if that of the present attempt is the last one.
  func labelled(_ error: NetworkRequestError) -> NetworkRequestError {
    error.labelled(for: call, afterSending: wasSent)
  }

  /// Waits, and begins the next attempt.
  ///
  /// - Throws: What ``TransportRequest/waitForAttempt(_:on:)`` throws.
  mutating func next(after delay: Duration) async throws(NetworkRequestError) {
    try await call.waitForAttempt(delay, on: clock)
    (begin, known, number) = (clock.now, call.record?.attempts.count ?? 0, number + 1)
  }

  /// Notes the present attempt, unless layers further in have noted those that it consisted of.
  private func note(_ outcome: CallTimeline.Attempt.Outcome, at elapsed: Duration, wait: Duration?) {
    let position = begin - start
    call.record?.append(
      CallTimeline.Attempt(
        start: offset + position, duration: elapsed - position, outcome: outcome, wait: wait),
      unlessCountExceeds: known)
  }
}

extension TransportRequest {
  /// Waits before another attempt, and notes the wait in the record of the call.
  ///
  /// - Throws: ``NetworkRequestError/cancelled(_:)``; ``NetworkRequestError/deadlineExceeded(_:request:)`` at once if the wait
  ///   would end after the deadline.
  func waitForAttempt(_ delay: Duration, on clock: CallClock) async throws(NetworkRequestError) {
    if let deadline = deadline(exceededBy: delay) { throw deadline.exceeded(self) }
    let start = record?.now ?? .zero
    do { try await clock.wait(delay, for: self) } catch { throw error.labelled(for: self) }
    record?.note("retry", "waited", since: start)
  }
}

extension NetworkRequestError {
  /// True if the caller caused the failure.
  fileprivate var isOfCaller: Bool {
    switch self {
    case .cancelled, .invalidRequest, .bodyTooLarge: true
    case .badRequest, .unauthorized, .forbidden, .notFound, .error4xx, .serverError, .error5xx,
      .unexpectedStatus, .decodingError, .urlSessionFailed, .refused, .authenticationFailed,
      .deadlineExceeded, .unknownError:
      false
    }
  }
}

extension Result<TransportResponse, NetworkRequestError> {
  /// True if the server or the network failed. Errors that the caller caused are not retried.
  fileprivate func isFailure(of request: TransportRequest) -> Bool {
    switch self {
    case .success(let response): !request.options.acceptedStatuses.contains(response.status)
    case .failure(let error): !error.isOfCaller
    }
  }

  /// How long the server, or the layer that refused the call, asks the client to wait; nil if neither does.
  fileprivate func retryAfter(now: () -> Date) -> Duration? {
    switch self {
    case .success(let response): response.headers.retryAfter(status: response.status, now: now())
    case .failure(.refused(let refusal)): refusal.retryAfter
    case .failure(let error): error.response.flatMap { $0.headers.retryAfter(status: $0.status, now: now()) }
    }
  }

  /// The refresh of a token that failed this call and others; nil for any other outcome.
  fileprivate var failedRefresh: TransportRequest.ID? {
    if case .failure(.authenticationFailed(let failure)) = self { failure.refresh } else { nil }
  }
}

extension CallTimeline.Attempt.Outcome {
  fileprivate init(_ result: Result<TransportResponse, NetworkRequestError>) {
    switch result {
    case .success(let response): self = .status(response.status)
    // The dispatcher has made an error of the status.
    case .failure(var error):
      // The description of an attempt does not count those before it.
      error.request = error.request?.unrecorded
      self = error.status.map(Self.status) ?? .failed(error.kind, description: error.description)
    }
  }
}
