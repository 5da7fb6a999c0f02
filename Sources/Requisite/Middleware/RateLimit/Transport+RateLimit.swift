extension Transport {
  /// Lets calls go at a rate, and no faster than the server allows.
  ///
  /// ```swift
  /// let transport = DefaultTransport.shared.rateLimited(10, per: .seconds(1))
  /// ```
  /// A bucket of `burst` tokens is filled by `count` of them in each `period`; a call takes one. So in any stretch of
  /// time *t*, at most `burst + count · t / period` calls go; with a `burst` of 1 they go at even distances. What the
  /// server says comes on top, for each scope of its own: `Retry-After` with a 403, 429 or 503 holds all calls back for that
  /// long, and the fields `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers) those for which
  /// nothing of a quota is left. Where a response has none of these, the older spellings are read: `RateLimit-Remaining` with
  /// `RateLimit-Reset` in seconds, and `X-RateLimit-Remaining` with `X-RateLimit-Reset` in seconds or as seconds since
  /// 1970. What is not a number to the letter is ignored. A quota that is named as that of a part of the server (GitHub's
  /// `X-RateLimit-Resource`, Discord's `X-RateLimit-Bucket`) holds back the calls to paths that begin like those for which
  /// the server has named the part; before that, GitHub's `core` holds for every path. ``HTTPHeaders/rateLimit`` has what
  /// a response says.
  ///
  /// Calls wait in line, first come, first served, among those of one ``RequestOptions/priority``. One that is cancelled
  /// leaves it at once and costs no token. ``NetworkRequestError/refused(_:)`` is thrown, and nothing sent, where the
  /// turn of a call comes after its deadline or where the server wants to be left alone for longer than
  /// `maximumRetryAfter` (``Refusal/Reason/rateLimited``, with the time to wait), and where the queue is full
  /// (``Refusal/Reason/queueFull(limit:)``).
  ///
  /// Place it inside of retries, so that every attempt counts.
  ///
  /// - Parameters:
  ///   - count: How many calls go in a period; 1 at least.
  ///   - period: How long a period is.
  ///   - burst: How many may go at once after a rest; `count` by default.
  ///   - scope: What is counted together: the calls to each host, by default, for that is whose limit it is.
  ///   - queue: How many may wait. 10,000 by default, as with ``throttled(max:scope:queue:)``.
  ///   - maximumRetryAfter: The longest time that calls are held back for the server. A minute by default.
  ///   - clock: What time is measured by.
  ///   - wallClock: What the dates of `Retry-After` and `X-RateLimit-Reset` are compared with where the response has no `Date`.
  public func rateLimited(
    _ count: Int, per period: Duration, burst: Int? = nil, scope: LimitScope = .perHost, queue: Int = 10_000,
    maximumRetryAfter: Duration = .seconds(60), clock: CallClock = .continuous,
    wallClock: @escaping @Sendable () -> Date = { Date() }
  ) -> some Transport {
    let bucket = TokenBucket(interval: period / max(1, count), capacity: burst ?? count)
    return RateLimitTransport(
      upstream: self,
      settings: RateLimitSettings(
        bucket: bucket, scope: scope, queue: queue, maximumRetryAfter: maximumRetryAfter, clock: clock,
        wallClock: wallClock))
  }

  /// Lets calls go no faster than the server allows, by its responses; there is no limit of one's own.
  ///
  /// See ``rateLimited(_:per:burst:scope:queue:maximumRetryAfter:clock:wallClock:)``.
  public func rateLimitedByServer(
    scope: LimitScope = .perHost, queue: Int = 10_000, maximumRetryAfter: Duration = .seconds(60),
    clock: CallClock = .continuous, wallClock: @escaping @Sendable () -> Date = { Date() }
  ) -> some Transport {
    rateLimited(
      1, per: .zero, scope: scope, queue: queue, maximumRetryAfter: maximumRetryAfter, clock: clock,
      wallClock: wallClock)
  }
}
