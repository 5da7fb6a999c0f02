/// A retry policy with a fixed number of attempts, after transient failures (``FailedAttempt/isTransient``).
///
/// After attempt *n* the wait is at most `base · 2ⁿ⁻¹`, and at most `cap`. With ``RetryPolicy/exponential(from:cap:attempts:random:)``
/// it is a random part of that limit ("full jitter"), so that the clients that one outage hit do not all return at the same
/// moment.
public struct Backoff: RetryPolicy {
  /// The most attempts that are made, including the first.
  public let attempts: Int
  /// The longest wait after the first attempt.
  public let base: Duration
  /// The longest wait after any attempt.
  public let cap: Duration
  /// Returns the share of the limit to wait, from 0 to 1; nil for all of it.
  private let random: (@Sendable () -> Double)?

  init(attempts: Int, base: Duration, cap: Duration, random: (@Sendable () -> Double)? = nil) {
    self.attempts = attempts
    self.base = base
    self.cap = cap
    self.random = random
  }

  /// Returns the wait after a transient failure, or nil after any other and after the last attempt.
  public func delay(after failure: FailedAttempt) -> Duration? {
    guard failure.isTransient, failure.number < attempts else { return nil }
    let limit = limit(after: failure.number)
    guard let share = random?() else { return limit }
    return limit * (share.isNaN ? 1 : min(max(share, 0), 1))
  }

  /// Returns the longest wait after an attempt, which is counted from 1.
  func limit(after number: Int) -> Duration {
    let cap = max(cap.bounded, .zero)
    var limit = max(base.bounded, .zero)
    for _ in 1..<max(1, number) where limit < cap { limit *= 2 }
    return min(limit, cap)
  }
}

extension Backoff: Hashable {
  /// True if both have the same limits and both wait at random, or neither; the sources of random numbers are not compared.
  public static func == (left: Backoff, right: Backoff) -> Bool {
    left.attempts == right.attempts && left.base == right.base && left.cap == right.cap
      && (left.random == nil) == (right.random == nil)
  }

  /// Hashes the limits, not the source of random numbers.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(attempts)
    hasher.combine(base)
    hasher.combine(cap)
  }
}

extension RetryPolicy where Self == Backoff {
  /// Waits a random time whose limit doubles with each attempt, after transient failures.
  ///
  /// - Parameters:
  ///   - base: The longest wait after the first attempt. 1 second by default: half a second on average, several times the
  ///     round trip of a slow mobile network.
  ///   - cap: The longest wait after any attempt. 20 seconds by default: beyond that, an error serves a caller better
  ///     than a wait.
  ///   - attempts: The most times that the request is sent, including the first. 4 by default: one more than with
  ///     constant waits, because the first waits are short.
  ///   - random: Returns a number from 0 to 1 for each wait; a test injects its own.
  public static func exponential(
    from base: Duration = .seconds(1), cap: Duration = .seconds(20), attempts: Int = 4,
    random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
  ) -> Backoff {
    Backoff(attempts: attempts, base: base, cap: cap, random: random)
  }

  /// Waits the same time before each further attempt, after transient failures.
  ///
  /// - Parameters:
  ///   - delay: The wait. 3 seconds by default: long enough for a connection to return or a server to restart a worker,
  ///     short enough for someone who watches a spinner.
  ///   - attempts: The most times that the request is sent, including the first. 3 by default: a call that
  ///     has failed three times rarely succeeds soon, and each further attempt adds to the load.
  public static func constant(_ delay: Duration = .seconds(3), attempts: Int = 3) -> Backoff {
    Backoff(attempts: attempts, base: delay, cap: delay)
  }

  /// Repeats a call at once, after transient failures, up to 3 attempts by default.
  ///
  /// This helps if one connection failed, or if several servers share one name.
  public static func immediate(attempts: Int = 3) -> Backoff {
    Backoff(attempts: attempts, base: .zero, cap: .zero)
  }

  /// Makes no second attempt, for example for one request of a client that retries (``RequestOptions/retry``).
  public static var never: Backoff { Backoff(attempts: 1, base: .zero, cap: .zero) }
}
