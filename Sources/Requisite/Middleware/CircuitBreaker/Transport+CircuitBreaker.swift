extension Transport {
  /// Stops calling a server that fails most of the time, and tries now and then whether it is back.
  ///
  /// ```swift
  /// let transport = DefaultTransport.shared.circuitBroken().retried(.exponential())
  /// ```
  /// **Closed**, calls go through and what becomes of them is counted, over a window of time. Where at least
  /// `minimumCalls` ended in it and a `failureRate` of them failed, the breaker opens. **Open**, calls fail at once with
  /// ``NetworkRequestError/refused(_:)`` (``Refusal/Reason/circuitOpen(_:)``, and the time until the next trial), and
  /// nothing is sent. After `openFor` it is **half-open**: so many `trials` go through; where all of them succeed it
  /// closes, and where one fails it opens again.
  ///
  /// Calls are judged by their response, a streamed one by its header section. One that the caller cancels, or that another
  /// layer refuses, counts neither way; one that ran into its deadline has failed. Calls that are under way when the
  /// breaker changes its state count no more.
  ///
  /// Place it inside of retries: attempts are what it counts, and a refusal is something to wait for.
  ///
  /// - Parameters:
  ///   - failureRate: The part of calls that must fail, from 0 to 1. A half by default.
  ///   - minimumCalls: How many calls must have ended in the window. 10 by default: below, chance speaks.
  ///   - window: How long calls are counted for. 10 seconds by default.
  ///   - openFor: How long no call goes through. 30 seconds by default: time for a server to restart.
  ///   - trials: How many calls must then succeed. 1 by default.
  ///   - scope: What is counted together: the calls to each host, by default.
  ///   - clock: The clock that times are measured by; that of the first call by default
  ///     (``TransportRequest/clock``).
  ///   - isFailure: Which results speak against the server. By default all errors, and the statuses 500, 502, 503 and
  ///     504.
  public func circuitBroken(
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
      failureRate: failureRate, minimumCalls: max(1, minimumCalls), window: window, openFor: openFor,
      trials: max(1, trials))
    return CircuitBreakerTransport(
      upstream: self, settings: settings, scope: scope, clock: clock, isFailure: isFailure)
  }
}
