/// Decides whether a failed call is sent again, and waits before that: the one place that ``RetryTransport``, downloads,
/// event sources and `attempts:` ask.
///
/// The server's `Retry-After`, or that of the layer that refused the call, is honoured up to ``maximumRetryAfter``; one
/// beyond ends the call, for to come earlier is what the server asked not to do. No wait begins that would end past the
/// deadline of the call.
struct RetrySchedule: Sendable {
  let policy: any RetryPolicy
  let budget: RetryBudget?
  let maximumRetryAfter: Duration
  var clock: CallClock
  let wallClock: @Sendable () -> Date

  /// The wait before the next attempt, or nil if no attempt follows.
  ///
  /// - Parameters:
  ///   - number: The attempt that failed, from 1.
  ///   - elapsed: The time since the first attempt began.
  ///   - override: A policy of the request's own, asked in place of the schedule's.
  func delay(
    after outcome: Result<TransportResponse, NetworkRequestError>, number: Int, of request: TransportRequest,
    elapsed: Duration, overriding override: (any RetryPolicy)? = nil
  ) -> Duration? {
    guard !Task.isCancelled else { return nil }
    let retryAfter = outcome.retryAfter(now: wallClock)
    let failure = FailedAttempt(
      number: number, request: request, outcome: outcome, retryAfter: retryAfter, elapsed: elapsed)
    guard let wanted = (override ?? policy).delay(after: failure) else { return nil }
    let asked = retryAfter ?? .zero
    guard asked <= maximumRetryAfter else { return nil }
    let delay = max(wanted, asked, .zero)
    guard request.leavesTime(for: delay) else { return nil }
    // The budget is asked last, for the question spends a token.
    guard budget?.withdraw() ?? true else { return nil }
    return delay
  }

  /// The wait before a call that the client itself makes again: only failures that may pass are worth it
  /// (``NetworkRequestError/isRetryable``).
  func delay(
    afterTransient error: NetworkRequestError, number: Int, of request: TransportRequest, elapsed: Duration
  ) -> Duration? {
    guard error.isRetryable else { return nil }
    return delay(after: .failure(error), number: number, of: request, elapsed: elapsed)
  }

  /// Waits, and puts the wait on the record of the call.
  ///
  /// - Throws: ``NetworkRequestError/cancelled(_:)``; ``NetworkRequestError/deadlineExceeded(_:)`` at once where the wait
  ///   would end past the deadline.
  func wait(_ delay: Duration, for request: TransportRequest) async throws(NetworkRequestError) {
    if let deadline = request.outerDeadline, deadline.remaining <= delay { throw deadline.exceeded(request) }
    let start = request.record?.now ?? .zero
    do { try await clock.sleep(for: delay) } catch {
      throw NetworkRequestError.cancelled(request).explained(by: request)
    }
    request.record?.note("retry", "waited", since: start)
  }
}

extension TransportRequest {
  /// The deadline that is running for the call, or for all calls that share one with it.
  fileprivate var outerDeadline: CallDeadline? { .earliest(deadline, options.sharedDeadline) }

  /// Whether the call's deadline is further away than that.
  fileprivate func leavesTime(for delay: Duration) -> Bool {
    outerDeadline.map { $0.remaining > delay } ?? true
  }
}

extension Result<TransportResponse, NetworkRequestError> {
  /// How long the server or the layer that refused the call asks to wait, or nil.
  fileprivate func retryAfter(now: () -> Date) -> Duration? {
    switch self {
    case .success(let response): response.headers.retryAfter(ifPresentAt: now)
    case .failure(.refused(let refusal)): refusal.retryAfter
    case .failure(let error): error.response?.headers.retryAfter(ifPresentAt: now)
    }
  }
}

extension HTTPHeaders {
  /// `Retry-After`; the wall clock is not read where there is no such field.
  fileprivate func retryAfter(ifPresentAt now: () -> Date) -> Duration? {
    contains(.retryAfter) ? retryAfter(now: now()) : nil
  }
}
