/// The settings of a circuit breaker, as a value for ``StandardStack/circuitBreaker``.
///
/// ``Transport/circuitBreaker(failureRate:minimumCalls:window:openFor:trials:scope:clock:isFailure:)`` explains each
/// setting.
public struct CircuitBreaker: Sendable, Hashable {
  /// The share of calls that must fail for the breaker to open, from 0 to 1. 0.5 by default.
  public var failureRate: Double
  /// The number of calls that must have ended in the window before the breaker can open. 10 by default.
  public var minimumCalls: Int
  /// The time that calls are counted for. 10 seconds by default.
  public var window: Duration
  /// The time for which no call goes through. 30 seconds by default.
  public var openFor: Duration
  /// How many calls must then succeed for the breaker to close. 1 by default.
  public var trials: Int
  /// The calls that are counted together. Those to each host by default.
  public var scope: LimitScope

  /// Creates settings, as in `CircuitBreaker(minimumCalls: 20)`.
  public init(
    failureRate: Double = 0.5, minimumCalls: Int = 10, window: Duration = .seconds(10),
    openFor: Duration = .seconds(30), trials: Int = 1, scope: LimitScope = .perHost
  ) {
    self.failureRate = failureRate
    self.minimumCalls = minimumCalls
    self.window = window
    self.openFor = openFor
    self.trials = trials
    self.scope = scope
  }

  /// Returns a transport with this breaker around `upstream`.
  func guarding(_ upstream: any Transport) -> any Transport {
    upstream.circuitBreaker(
      failureRate: failureRate, minimumCalls: minimumCalls, window: window, openFor: openFor, trials: trials,
      scope: scope)
  }
}
