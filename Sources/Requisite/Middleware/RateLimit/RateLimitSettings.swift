/// What a rate limit was asked for.
struct RateLimitSettings: Sendable {
  let bucket: TokenBucket
  let scope: LimitScope
  let queue: Int
  let maximumRetryAfter: Duration
  let clock: CallClock
  let wallClock: @Sendable () -> Date
}
