/// A quota of requests, as the header fields of a response state it.
///
/// ```swift
/// let response = try await client.response(for: FindTodos())
/// if let limit = response.headers.rateLimit, limit.remaining < 10 {
///   print("\(limit.remaining) until \(limit.reset)")
/// }
/// ```
/// ``Transport/rateLimitedByServer(scope:queue:maximumRetryAfter:clock:wallClock:)`` respects the quotas without code of
/// your own.
public struct RateLimit: Sendable, Hashable {
  /// The name of the quota's policy, or of the part of the server that the quota is for (GitHub's `core`, `search`);
  /// empty if the server gives no name.
  public let name: String
  /// The number of requests that a whole window allows; nil if the server does not say.
  public let limit: Int?
  /// The number of requests that are left in the current window.
  public let remaining: Int
  /// The time until the quota is whole again; nil if the server does not say.
  public let reset: Duration?

  /// Creates a quota, for example for a test.
  public init(name: String = "", limit: Int? = nil, remaining: Int, reset: Duration? = nil) {
    (self.name, self.limit, self.remaining, self.reset) = (name, limit, remaining, reset)
  }
}

extension HTTPHeaders {
  /// The quota with the fewest requests left; nil if the response states no quota. See ``rateLimits(now:)``.
  public var rateLimit: RateLimit? { rateLimits().min { $0.remaining < $1.remaining } }

  /// The quotas that a response states.
  ///
  /// They are read from `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers), else from
  /// `RateLimit-Remaining` and `-Reset`, else from `X-RateLimit-Remaining` and `-Reset`, whose reset is either a number
  /// of seconds from now or, as with GitHub, seconds since 1970. Values other than plain decimal numbers are ignored.
  ///
  /// - Parameter now: The time with which a reset in seconds since 1970 is compared if the response has no `Date`.
  public func rateLimits(now: Date = Date()) -> [RateLimit] {
    guard let fields = RateLimitFields(self, now: now) else { return [] }
    return fields.limits.map { limit in
      let quota = fields.policies.first { $0.name == limit.name }?.quota
      return RateLimit(
        name: limit.name, limit: quota ?? RateLimitFields.olderQuota(self, of: limit),
        remaining: limit.remaining,
        reset: limit.reset)
    }
  }
}
