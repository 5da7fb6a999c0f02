extension APIClient {
  /// Sends a request and returns its value, or `fallback` where the call fails for whatever reason.
  public func dispatch<R: Request>(_ request: R, default fallback: R.ReturnType) async -> R.ReturnType {
    do { return try await dispatch(request) } catch { return fallback }
  }

  /// Sends a request up to that many times, and waits between the attempts.
  ///
  /// Attempts go on after any failure but an invalid request and a cancellation, whatever the method: you ask for
  /// them here and now. Retries that are considerate of the server belong into the transport:
  /// ``Transport/retried(_:budget:maximumRetryAfter:clock:wallClock:)``. All attempts are one call, of one id and one
  /// idempotency key.
  ///
  /// - Parameters:
  ///   - attempts: How many times the request is sent at most; one attempt at least is made.
  ///   - retryDelay: The wait between two attempts; a second by default. A cancelled wait ends the call.
  ///   - onRetry: Told of each failure that another attempt follows, with how many remain.
  /// - Throws: The error of the last attempt.
  public func dispatch<R: Request>(
    _ request: R, attempts: Int, retryDelay: Duration = .seconds(1),
    onRetry: @Sendable (_ error: NetworkRequestError, _ remaining: Int) -> Void = { _, _ in }
  ) async throws(NetworkRequestError) -> R.ReturnType {
    let id = RequestID()
    for remaining in stride(from: attempts - 1, to: 0, by: -1) {
      do {
        return try await dispatch(request, as: id)
      } catch {
        guard error.kind != .invalidRequest, !error.isCancellation else { throw error }
        onRetry(error, remaining)
        try await wait(retryDelay, after: error)
      }
    }
    return try await dispatch(request, as: id)
  }

  private func wait(
    _ delay: Duration, after failure: NetworkRequestError
  ) async throws(NetworkRequestError) {
    do { try await networkDispatcher.clock.sleep(for: delay) } catch { throw .cancelled(failure.request) }
  }
}
