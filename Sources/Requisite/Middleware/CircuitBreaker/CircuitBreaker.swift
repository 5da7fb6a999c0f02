/// When a breaker opens and closes again, as a value: for ``StandardStack/circuitBreaker``. The meaning of each setting stands at
/// ``Transport/circuitBroken(failureRate:minimumCalls:window:openFor:trials:scope:clock:isFailure:)``.
public struct CircuitBreaker: Sendable, Hashable {
  /// The part of calls that must fail for the breaker to open, from 0 to 1. A half by default.
  public var failureRate = 0.5
  /// How many calls must have ended in the window. 10 by default.
  public var minimumCalls = 10
  /// The time that calls are counted for. 10 seconds by default.
  public var window = Duration.seconds(10)
  /// The time for which no call goes through. 30 seconds by default.
  public var openFor = Duration.seconds(30)
  /// How many calls must then succeed for the breaker to close. 1 by default.
  public var trials = 1

  /// Makes a breaker of the defaults, to be changed property by property.
  public init() {}

  /// The transport behind this breaker, one for each host.
  func guarding(_ upstream: any Transport) -> any Transport {
    upstream.circuitBroken(
      failureRate: failureRate, minimumCalls: minimumCalls, window: window, openFor: openFor, trials: trials)
  }
}
