extension APIClient {
  /// Sends a request and returns its value, or `fallback` if the call fails for any reason, cancellation included.
  public func dispatch<R: Request>(_ request: R, default fallback: R.ReturnType) async -> R.ReturnType {
    do { return try await dispatch(request) } catch { return fallback }
  }

  /// Sends a request up to that many times, and waits between the attempts.
  ///
  /// Attempts go on after any failure but an invalid request and a cancellation, whatever the method: you ask for
  /// them here and now. Retries that only repeat what is safe to repeat, within a budget, belong into the transport:
  /// ``Transport/retried(_:budget:maximumRetryAfter:clock:wallClock:)``. All attempts are one call: of one id, one
  /// idempotency key and one ``RequestOptions/deadline``. A server that asks by `Retry-After` for a longer wait than
  /// `retryDelay` gets it, up to a minute; where it asks for more, or the wait would end past the deadline, the call ends.
  ///
  /// - Parameters:
  ///   - attempts: How many times the request is sent at most; one attempt at least is made.
  ///   - retryDelay: The wait between two attempts; a second by default. A cancelled wait ends the call.
  ///   - onRetry: Receives each failure that another attempt follows, and how many attempts remain.
  /// - Throws: The error of the last attempt; ``NetworkRequestError/cancelled(_:)`` where a wait was cancelled.
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
    while true {
      do throws(NetworkRequestError) {
        return try await dispatch(request, as: call.id, by: deadline)
      } catch {
        let delay = schedule.delay(
          after: .failure(error), number: number, of: bounded, elapsed: clock.now - start)
        guard let delay else { throw error }
        onRetry(error, attempts - number)
        try await schedule.wait(delay, for: bounded)
      }
      number += 1
    }
  }

  /// Sends a request up to `attempts` times, and returns `fallback` if the last attempt fails too, or the call is
  /// cancelled. See ``dispatch(_:attempts:retryDelay:onRetry:)-(R,_,_,_)``.
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

/// Tries again after every failure but those that the caller caused.
private struct Persistence: RetryPolicy {
  let attempts: Int
  let delay: Duration

  func delay(after failure: FailedAttempt) -> Duration? {
    guard let error = failure.error, error.kind != .invalidRequest, !error.isCancellation else { return nil }
    return failure.number < attempts ? delay : nil
  }
}
