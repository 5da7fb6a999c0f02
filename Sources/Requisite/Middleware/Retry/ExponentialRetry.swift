/// A retry policy that waits a random time, whose limit doubles with each attempt ("full jitter").
///
/// After attempt *n* the wait is between zero and `base · 2ⁿ⁻¹`, but at most `cap`. Waits are spread over the whole
/// range, so that the clients that one outage hit do not all return at the same moment.
public struct ExponentialRetry: RetryPolicy {
  /// The most attempts that are made, including the first.
  public let attempts: Int
  /// The longest wait after the first attempt.
  public let base: Duration
  /// The longest wait after any attempt.
  public let cap: Duration
  private let random: @Sendable () -> Double

  init(attempts: Int, base: Duration, cap: Duration, random: @escaping @Sendable () -> Double) {
    self.attempts = attempts
    self.base = base
    self.cap = cap
    self.random = random
  }

  /// Returns a random part of the limit after a transient failure, or nil after any other and after the last attempt.
  public func delay(after failure: FailedAttempt) -> Duration? {
    guard failure.isTransient, failure.number < attempts else { return nil }
    let share = random()
    return limit(after: failure.number) * (share.isNaN ? 1 : min(max(share, 0), 1))
  }

  /// Returns the longest wait after an attempt, which is counted from 1.
  func limit(after number: Int) -> Duration {
    let cap = max(cap.bounded, .zero)
    var limit = max(base.bounded, .zero)
    for _ in 1..<max(1, number) where limit < cap { limit *= 2 }
    return min(limit, cap)
  }
}

extension ExponentialRetry: Hashable {
  /// True if both have the same limits; the sources of their random numbers are not compared.
  public static func == (left: ExponentialRetry, right: ExponentialRetry) -> Bool {
    left.attempts == right.attempts && left.base == right.base && left.cap == right.cap
  }

  /// Hashes the limits, not the source of random numbers.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(attempts)
    hasher.combine(base)
    hasher.combine(cap)
  }
}

extension RetryPolicy where Self == ExponentialRetry {
  /// Waits a random time whose limit doubles with each attempt, after transient failures (``FailedAttempt/isTransient``).
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
  ) -> ExponentialRetry {
    ExponentialRetry(attempts: attempts, base: base, cap: cap, random: random)
  }
}
