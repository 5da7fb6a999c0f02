/// When the next call may go: by a rate of one's own, and by what the server said. One for each scope.
struct RateLimiter {
  private var bucket: TokenBucket
  private var quota = ServerQuota()

  init(_ bucket: TokenBucket) {
    self.bucket = bucket
  }

  /// How long it is until the next call may go, by the server and by all.
  func wait(at now: Duration, behind others: Int = 0) -> (server: Duration, all: Duration) {
    let server = quota.wait(at: now)
    return (server, max(server, bucket.wait(at: now, behind: others)))
  }

  /// Lets a call go, where it is time.
  mutating func take(at now: Duration) -> Bool {
    guard wait(at: now).all == .zero else { return false }
    bucket.take(at: now)
    quota.take(at: now)
    return true
  }

  /// Notes what a response says of limits: `Retry-After` with a 429 or 503, `RateLimit` and `RateLimit-Policy`,
  /// or what came before those.
  mutating func note(
    _ response: TransportResponse, sent: Duration, at now: Duration, wallClock: () -> Date
  ) {
    if [429, 503].contains(response.status), let delay = response.headers.retryAfter(now: wallClock()) {
      quota.close(for: delay, at: now)
    }
    if let fields = RateLimitFields(response.headers, now: wallClock) {
      quota.note(fields, sent: sent, at: now)
    }
  }

  /// Whether a new one would do the same.
  func isIdle(at now: Duration) -> Bool { bucket.isFull(at: now) && quota.isBlank(at: now) }
}

extension TransportResponse {
  /// Whether it may say something of limits.
  var mentionsLimits: Bool {
    headers.contains { Self.limitFields.contains($0.name) }
  }

  /// Of the older spellings, those without which the others say nothing.
  private static let limitFields: [HTTPHeaderName] = [
    .retryAfter, .rateLimit, .rateLimitPolicy, .rateLimitRemaining, .xRateLimitRemaining,
  ]
}

extension HTTPHeaderName {
  static let rateLimitRemaining = HTTPHeaderName(rawValue: "RateLimit-Remaining")
  static let xRateLimitRemaining = HTTPHeaderName(rawValue: "X-RateLimit-Remaining")
}
