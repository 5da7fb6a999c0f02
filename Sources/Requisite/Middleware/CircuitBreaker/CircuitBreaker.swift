/// The settings of a circuit breaker, as a value for ``StandardStack/circuitBreaker``.
///
/// ``Transport/circuitBreaker(failureRate:minimumCalls:window:openFor:trials:scope:clock:isFailure:)`` explains each
/// setting.
public struct CircuitBreaker: Sendable, Hashable {
  /// The share of calls that must fail for the breaker to open, from 0 to 1. 0.5 by default.
  public var failureRate = 0.5
  /// The number of calls that must have ended in the window before the breaker can open. 10 by default.
  public var minimumCalls = 10
  /// The time that calls are counted for. 10 seconds by default.
  public var window = Duration.seconds(10)
  /// The time for which no call goes through. 30 seconds by default.
  public var openFor = Duration.seconds(30)
  /// How many calls must then succeed for the breaker to close. 1 by default.
  public var trials = 1

  /// Creates settings with the defaults, which can be changed property by property.
  public init() {}

  /// Returns a transport with this breaker around `upstream`, one circuit for each host.
  func guarding(_ upstream: any Transport) -> any Transport {
    upstream.circuitBreaker(
      failureRate: failureRate, minimumCalls: minimumCalls, window: window, openFor: openFor, trials: trials)
  }
}
