extension RetryPolicy {
  /// The wait before a call that failed is made again by the client itself; nil where there is to be no other.
  ///
  /// - Parameter number: Which attempt has failed, from 1, or from the last one that came anywhere.
  func wait(
    after error: NetworkRequestError, number: Int, of request: TransportRequest, elapsed: Duration,
    budget: RetryBudget?
  ) -> Duration? {
    guard error.isRetryable, !Task.isCancelled else { return nil }
    let retryAfter = error.response?.headers.retryAfter()
    let failure = FailedAttempt(
      number: number, request: request, outcome: .failure(error), retryAfter: retryAfter, elapsed: elapsed)
    // The budget last, for a token is spent by the question.
    guard let delay = delay(after: failure), budget?.withdraw() ?? true else { return nil }
    return max(delay, retryAfter ?? .zero)
  }
}
