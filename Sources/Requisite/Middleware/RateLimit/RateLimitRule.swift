/// The rate at which calls go, as a value: for ``StandardStack/rateLimit``.
public struct RateLimitRule: Sendable, Hashable {
  private let count: Int
  private let period: Duration

  /// No faster than the server allows by its responses
  /// (``Transport/rateLimitedByServer(scope:queue:maximumRetryAfter:clock:wallClock:)``).
  public static let byServer = RateLimitRule(count: 1, period: .zero)

  /// At most `count` calls in each `period` to each host, and no faster than the server allows
  /// (``Transport/rateLimited(_:per:burst:scope:queue:maximumRetryAfter:clock:wallClock:)``).
  public static func calls(_ count: Int, per period: Duration) -> RateLimitRule {
    RateLimitRule(count: count, period: period)
  }

  /// The transport below this limit.
  func limiting(_ upstream: any Transport) -> any Transport { upstream.rateLimited(count, per: period) }
}
