/// Decides when the next call of a scope may be sent, by the configured rate and by the server's responses.
struct RateLimiter {
  private var bucket: TokenBucket
  private var quota = ServerQuota()
  private var parts = QuotaParts()

  init(_ bucket: TokenBucket) {
    self.bucket = bucket
  }

  /// Returns the part of the server that a path belongs to, if the server has a quota for each part.
  func part(of path: Substring) -> String? { parts.part(of: path) }

  /// Returns the time until the next call for a part of the server may be sent: by the server's limits, and by all
  /// limits.
  func wait(at now: Duration, for part: String?, behind others: Int = 0) -> (server: Duration, all: Duration)
  {
    let server = quota.wait(at: now, for: part)
    return (server, max(server, bucket.wait(at: now, behind: others)))
  }

  /// Counts a call and returns true, or returns false if it has to wait.
  mutating func take(at now: Duration, for part: String?) -> Bool {
    guard wait(at: now, for: part).all == .zero else { return false }
    bucket.take(at: now)
    quota.take(at: now, for: part)
    return true
  }

  /// Records the limits that the response to a request for a path states: `Retry-After` with a 403, 429 or 503, and
  /// `RateLimit` and `RateLimit-Policy` or an older spelling of these.
  mutating func note(
    _ response: TransportResponse, of path: Substring, sent: Duration, at now: Duration, date: Date
  ) {
    if [403, 429, 503].contains(response.status), let delay = response.headers.retryAfter(now: date) {
      quota.close(for: delay, at: now)
    }
    if let fields = RateLimitFields(response.headers, now: date) {
      quota.note(fields, sent: sent, at: now)
      for limit in fields.limits where limit.isPart { parts.note(limit.name, of: path) }
    }
  }

  /// True if the bucket is full and no limit of the server applies, so the state can be discarded.
  func isIdle(at now: Duration) -> Bool { bucket.isFull(at: now) && quota.isBlank(at: now) }
}

extension TransportResponse {
  /// True if the response has a field that may state a limit.
  var mentionsLimits: Bool {
    headers.contains { Self.limitFields.contains($0.name) }
  }

  /// The fields that are looked for; the other fields of the older spellings never appear without these.
  private static let limitFields: [HTTPHeaderName] = [
    .retryAfter, .rateLimit, .rateLimitPolicy, .rateLimitRemaining, .xRateLimitRemaining,
  ]
}

extension HTTPHeaderName {
  static let rateLimitRemaining = HTTPHeaderName(rawValue: "RateLimit-Remaining")
  static let xRateLimitRemaining = HTTPHeaderName(rawValue: "X-RateLimit-Remaining")
}

/// A bucket that gains a token each interval, up to its capacity. It stores only the time at which it would be full again
/// (the "generic cell rate algorithm"), so it never rounds and needs no timer.
struct TokenBucket: Equatable {
  let interval: Duration
  let capacity: Int
  private var fullAgain: Duration = .zero

  /// More than any program sends. The product with the longest interval does not overflow.
  private static let mostTokens = 1_000_000_000

  init(interval: Duration, capacity: Int) {
    self.interval = max(interval.bounded, .zero)
    self.capacity = min(max(1, capacity), Self.mostTokens)
  }

  /// Returns the time until a token is available after `others` more were taken; zero if one is available now.
  func wait(at now: Duration, behind others: Int = 0) -> Duration {
    max(.zero, fullAgain + interval * others - interval * (capacity - 1) - now)
  }

  /// Takes a token. Call it only when ``wait(at:behind:)`` is zero.
  mutating func take(at now: Duration) {
    fullAgain = max(fullAgain, now) + interval
  }

  func isFull(at now: Duration) -> Bool { fullAgain <= now }
}
