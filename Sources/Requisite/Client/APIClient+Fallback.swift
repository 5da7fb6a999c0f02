extension APIClient {
  /// Sends a request and returns its value, or `fallback` if the call fails for any reason, cancellation included.
  public func dispatch<R: Request>(_ request: R, default fallback: R.ReturnType) async -> R.ReturnType {
    do { return try await dispatch(request) } catch { return fallback }
  }

  /// Sends a request up to `attempts` times, and waits between the attempts.
  ///
  /// Every failure other than an invalid request and a cancellation leads to another attempt, whatever the method,
  /// because the caller asks for it explicitly, unless the body can be read only once. Retries that repeat only what is safe to repeat, within a budget,
  /// belong in the transport: ``Transport/retried(_:budget:maximumRetryAfter:clock:wallClock:)``.
  ///
  /// All attempts are one call, with one id, one idempotency key and one ``RequestOptions/deadline``. If a server asks
  /// with `Retry-After` for a longer wait than `retryDelay`, the call waits that long, up to a minute. If it asks for
  /// more, or the wait would end past the deadline, the call ends.
  ///
  /// - Parameters:
  ///   - attempts: The maximum number of times the request is sent; at least one attempt is made.
  ///   - retryDelay: The wait between two attempts; 1 second by default. Cancelling the wait ends the call.
  ///   - onRetry: Receives each failure that is followed by another attempt, and the number of remaining attempts.
  /// - Throws: The error of the last attempt; ``NetworkRequestError/cancelled(_:)`` if a wait was cancelled.
  public func dispatch<R: Request>(
    _ request: R, attempts: Int, retryDelay: Duration = .seconds(1),
    onRetry: @Sendable (_ error: NetworkRequestError, _ remaining: Int) -> Void = { _, _ in }
  ) async throws(NetworkRequestError) -> R.ReturnType {
    let call = try request.transportRequest(for: site)
    let schedule = networkDispatcher.schedule(
      Persistence(attempts: attempts, delay: retryDelay), maximumRetryAfter: .seconds(60))
    let clock = networkDispatcher.clock
    let (start, deadline) = (clock.now, call.effectiveDeadline(on: clock))
    let bounded = call.bounded(by: deadline)
    var number = 1
    var wasSent = false
    while true {
      do throws(NetworkRequestError) {
        return try await dispatch(request, as: call.id, by: deadline)
      } catch let failure {
        let error = failure.afterSending(wasSent)
        let delay = schedule.delay(
          after: .failure(error), number: number, of: bounded, elapsed: clock.now - start)
        guard let delay else { throw error }
        wasSent = !error.isBeforeSending
        onRetry(error, attempts - number)
        try await schedule.wait(delay, for: bounded)
      }
      number += 1
    }
  }

  /// Sends a request up to `attempts` times, and returns `fallback` if the last attempt fails too or the call is cancelled.
  ///
  /// See ``dispatch(_:attempts:retryDelay:onRetry:)-(R,_,_,_)``.
  ///
  /// ```swift
  /// let todos = await client.dispatch(FindTodos(), attempts: 3, default: [])
  /// ```
  public func dispatch<R: Request>(
    _ request: R, attempts: Int, retryDelay: Duration = .seconds(1), default fallback: R.ReturnType,
    onRetry: @Sendable (_ error: NetworkRequestError, _ remaining: Int) -> Void = { _, _ in }
  ) async -> R.ReturnType {
    do {
      return try await dispatch(request, attempts: attempts, retryDelay: retryDelay, onRetry: onRetry)
    } catch {
      return fallback
    }
  }
}

/// A policy that retries every failure except an invalid request and a cancellation, after a fixed delay.
private struct Persistence: RetryPolicy {
  let attempts: Int
  let delay: Duration

  func delay(after failure: FailedAttempt) -> Duration? {
    guard let error = failure.error, error.kind != .invalidRequest, !error.isCancellation else { return nil }
    return failure.number < attempts ? delay : nil
  }
}
