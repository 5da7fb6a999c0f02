/// Decides whether a failed call is sent again, and waits before that, for ``RetryTransport``, downloads, event sources
/// and `attempts:`.
///
/// The server's `Retry-After`, or that of the layer that refused the call, is respected up to ``maximumRetryAfter``. A
/// longer one ends the call, because an earlier attempt is what the server asked to avoid. No wait starts that would end
/// after the deadline of the call. A request whose body can be read only once is not sent again.
struct RetrySchedule: Sendable {
  let policy: any RetryPolicy
  let budget: RetryBudget?
  let maximumRetryAfter: Duration
  var clock: CallClock
  let wallClock: @Sendable () -> Date

  /// Returns the wait before the next attempt, or nil if no attempt follows. Takes a token from the budget.
  ///
  /// - Parameters:
  ///   - number: The attempt that failed, counted from 1.
  ///   - elapsed: The time since the first attempt began.
  ///   - override: A policy of the request, which replaces the schedule's.
  func delay(
    after outcome: Result<TransportResponse, NetworkRequestError>, number: Int, of request: TransportRequest,
    elapsed: Duration, overriding override: (any RetryPolicy)? = nil
  ) -> Duration? {
    guard !Task.isCancelled, request.body.isReplayable else { return nil }
    let retryAfter = outcome.retryAfter(now: wallClock)
    let failure = FailedAttempt(
      number: number, request: request, outcome: outcome, retryAfter: retryAfter, elapsed: elapsed)
    guard let wanted = (override ?? policy).delay(after: failure) else { return nil }
    let asked = retryAfter ?? .zero
    guard asked <= maximumRetryAfter else { return nil }
    let delay = max(wanted, asked, .zero)
    guard request.deadline(outlastedBy: delay) == nil else { return nil }
    // The budget is asked last, because the question takes a token.
    guard budget?.withdraw(for: outcome.failedRefresh) ?? true else { return nil }
    return delay
  }

  /// Returns the wait before a call that the client itself repeats. Returns nil for errors that are permanent
  /// (``NetworkRequestError/isRetryable``).
  func delay(
    afterTransient error: NetworkRequestError, number: Int, of request: TransportRequest, elapsed: Duration
  ) -> Duration? {
    guard error.isRetryable else { return nil }
    return delay(after: .failure(error), number: number, of: request, elapsed: elapsed)
  }

  /// Waits, and records the wait on the call's timeline.
  ///
  /// - Throws: ``NetworkRequestError/cancelled(_:)``; ``NetworkRequestError/deadlineExceeded(_:request:)`` at once if the wait
  ///   would end after the deadline.
  func wait(_ delay: Duration, for request: TransportRequest) async throws(NetworkRequestError) {
    if let deadline = request.deadline(outlastedBy: delay) { throw deadline.exceeded(request) }
    let start = request.record?.now ?? .zero
    do { try await clock.wait(delay, for: request) } catch { throw error.explained(by: request) }
    request.record?.note("retry", "waited", since: start)
  }
}

extension Result<TransportResponse, NetworkRequestError> {
  /// How long the server, or the layer that refused the call, asks the client to wait; nil if neither does.
  fileprivate func retryAfter(now: () -> Date) -> Duration? {
    switch self {
    case .success(let response): response.headers.retryAfter(ifPresentAt: now)
    case .failure(.refused(let refusal)): refusal.retryAfter
    case .failure(let error): error.response?.headers.retryAfter(ifPresentAt: now)
    }
  }
}

extension Result<TransportResponse, NetworkRequestError> {
  /// The refresh of a token that failed this call and others; nil for any other outcome.
  fileprivate var failedRefresh: RequestID? {
    if case .failure(.authenticationFailed(let failure)) = self { failure.refresh } else { nil }
  }
}

extension HTTPHeaders {
  /// The wait of `Retry-After`; nil, without reading the wall clock, if there is no such field.
  fileprivate func retryAfter(ifPresentAt now: () -> Date) -> Duration? {
    contains(.retryAfter) ? retryAfter(now: now()) : nil
  }
}
