extension APIClient {
  /// Sends a request and returns its value, or `fallback` if the call fails for any reason, cancellation included.
  ///
  /// ```swift
  /// let todos = await client.dispatch(FindTodos(), attempts: 3, default: [])
  /// ```
  /// The other parameters are those of ``dispatch(_:using:attempts:retryDelay:onRetry:)``.
  public func dispatch<R: Request>(
    _ request: R, using decoder: (any ResponseDecoder)? = nil, attempts: Int = 1,
    retryDelay: Duration = .seconds(1), default fallback: R.ReturnType,
    onRetry: @Sendable (_ error: NetworkRequestError, _ remaining: Int, _ wait: Duration) -> Void = {
      _, _, _ in
    }
  ) async -> R.ReturnType {
    do {
      return try await dispatch(
        request, using: decoder, attempts: attempts, retryDelay: retryDelay, onRetry: onRetry)
    } catch {
      return fallback
    }
  }

  /// Sends a request until an attempt succeeds, up to `attempts` times.
  func value<R: Request>(
    of request: R, attempts: Int, delay: Duration,
    _ onRetry: @Sendable (_ error: NetworkRequestError, _ remaining: Int, _ wait: Duration) -> Void
  ) async throws(NetworkRequestError) -> R.ReturnType {
    let call = try request.transportRequest(adding: requestDefaults)
    let schedule = networkDispatcher.schedule(
      .constant(delay, attempts: attempts), maximumRetryAfter: .seconds(60))
    let clock = networkDispatcher.clock
    let (start, deadline) = (clock.now, call.effectiveDeadline(on: clock))
    let bounded = call.bounded(by: deadline)
    var number = 1
    var wasSent = false
    while true {
      do throws(NetworkRequestError) {
        // Prepared for each attempt, because credentials of the environment may have been renewed.
        let attempt = try await prepare(request).identified(as: call.id).bounded(by: deadline)
        return try value(of: try await networkDispatcher.send(attempt), for: request)
      } catch let failure {
        let error = failure.afterSending(wasSent)
        let wait = schedule.delay(
          after: .failure(error), number: number, of: bounded, elapsed: clock.now - start)
        guard let wait else { throw error }
        wasSent = !error.isBeforeSending
        onRetry(error, attempts - number, wait)
        try await schedule.wait(wait, for: bounded)
      }
      number += 1
    }
  }
}
