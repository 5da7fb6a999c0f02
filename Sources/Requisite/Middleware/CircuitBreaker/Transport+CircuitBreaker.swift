extension Transport {
  /// Stops sending calls to a server that fails most of the time, and tests from time to time whether it has recovered.
  ///
  /// ```swift
  /// let transport = DefaultTransport.shared.circuitBreaker().retried(
  ///   .exponential())
  /// ```
  /// **Closed**, the breaker lets calls through and counts their outcomes over a window of time. If at least
  /// `minimumCalls` ended in it and a `failureRate` of them failed, the breaker opens. **Open**, calls fail at once with
  /// ``NetworkRequestError/refused(_:)`` (``Refusal/Reason/circuitOpen(_:)``, with the time until the next trial), and
  /// nothing is sent. After `openFor` it is **half-open**: it lets `trials` calls through, closes if that many succeed,
  /// and opens again if one fails. While they have not ended, one more is let through after each further `openFor`, so
  /// that a call without an end does not keep the breaker from closing.
  ///
  /// A call is judged by its response, a streamed one by its header section. A call that exceeds its deadline has failed.
  /// A call does not count if its caller cancels it, if another layer refuses it, if its request is invalid, or if its
  /// body is too large. Calls that are under way when the breaker changes its state are not counted. Calls of a
  /// ``CredentialRefresh`` pass and do not count, because the call that tests the server may wait for the credential.
  ///
  /// Place it inside retries, so that it counts attempts and a retry can wait for a refused one.
  ///
  /// - Parameters:
  ///   - failureRate: The share of calls that must fail, from 0 to 1. 0.5 by default.
  ///   - minimumCalls: The number of calls that must have ended in the window. 10 by default: with fewer, chance decides.
  ///   - window: The time over which calls are counted. 10 seconds by default.
  ///   - openFor: The time for which no call is sent. 30 seconds by default: time for a server to restart.
  ///   - trials: The number of calls that must then succeed. 1 by default.
  ///   - scope: The calls that are counted together: by default those to each host;
  ///     ``LimitScope/perPathPrefix(segments:)`` for services behind one gateway.
  ///   - clock: The clock that measures times; that of the first call (``TransportRequest/clock``) by default.
  ///   - isFailure: Returns true if a result counts against the server. By default all errors, and the statuses 500, 502,
  ///     503 and 504.
  public func circuitBreaker(
    failureRate: Double = 0.5, minimumCalls: Int = 10, window: Duration = .seconds(10),
    openFor: Duration = .seconds(30), trials: Int = 1, scope: LimitScope = .perHost,
    clock: CallClock? = nil,
    isFailure: @escaping @Sendable (Result<TransportResponse, NetworkRequestError>) -> Bool = { result in
      guard case .success(let response) = result else { return true }
      return switch response.status {
      case 500, 502, 503, 504: true
      default: false
      }
    }
  ) -> some Transport {
    let settings = Circuit.Settings(
      failureRate: failureRate.isNaN ? 0.5 : min(max(failureRate, 0), 1), minimumCalls: max(1, minimumCalls),
      window: window, openFor: openFor,
      trials: max(1, trials))
    return CircuitBreakerTransport(
      upstream: self, settings: settings, scope: scope, clock: clock, isFailure: isFailure)
  }
}
