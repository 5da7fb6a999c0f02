/// What a server says of one of its quotas of requests.
///
/// ```swift
/// let response = try await client.response(for: FindTodos())
/// if let limit = response.headers.rateLimit, limit.remaining < 10 { print("\(limit.remaining) until \(limit.reset)") }
/// ```
/// To keep to it without code of your own, see ``Transport/rateLimitedByServer(scope:queue:maximumRetryAfter:clock:wallClock:)``.
public struct RateLimit: Sendable, Hashable {
  /// The name of the quota: that of its policy, or of the part of the server that it is for (GitHub's `core`, `search`); empty
  /// if the server gives no name.
  public let name: String
  /// The requests that a whole window allows; nil where the server does not say.
  public let limit: Int?
  /// The requests that are left in this window.
  public let remaining: Int
  /// The time until the quota is whole again; nil where the server does not say.
  public let reset: Duration?

  /// Makes a quota, as for a test.
  public init(name: String = "", limit: Int? = nil, remaining: Int, reset: Duration? = nil) {
    (self.name, self.limit, self.remaining, self.reset) = (name, limit, remaining, reset)
  }
}

extension HTTPHeaders {
  /// The quota with the fewest requests left; nil for a response without quotas. See
  /// ``rateLimits(now:)``.
  public var rateLimit: RateLimit? { rateLimits().min { $0.remaining < $1.remaining } }

  /// The quotas that a response tells of: by `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers), else by
  /// `RateLimit-Remaining` and `-Reset`, else by `X-RateLimit-Remaining` and `-Reset`, whose reset may be seconds from now
  /// or, as GitHub's, seconds since 1970. What is not a number to the letter is left out.
  ///
  /// - Parameter now: The wall clock that a moment is compared with where the response has no `Date`.
  public func rateLimits(now: Date = Date()) -> [RateLimit] {
    guard let fields = RateLimitFields(self, now: { now }) else { return [] }
    return fields.limits.map { limit in
      let quota = fields.policies.first { $0.name == limit.name }?.quota
      return RateLimit(
        name: limit.name, limit: quota ?? RateLimitFields.olderQuota(self, of: limit),
        remaining: limit.remaining,
        reset: limit.reset)
    }
  }
}
