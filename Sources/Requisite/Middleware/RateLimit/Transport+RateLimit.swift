extension Transport {
  /// Limits the rate at which calls are sent, and sends them no faster than the server allows.
  ///
  /// ```swift
  /// let transport = DefaultTransport.shared.rateLimited(10, per: .seconds(1))
  /// ```
  /// A bucket of `burst` tokens gains `count` tokens in each `period`, and each call takes one. In any time *t*, at most
  /// `burst + count · t / period` calls are sent; with a `burst` of 1 they are evenly spaced.
  ///
  /// The limits that the server states also apply, separately for each scope. `Retry-After` or `Retry-After-Ms` with a 403,
  /// 429 or 503 delays all calls for that long. `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers) delay
  /// calls while a quota is used up. If `RateLimit` states no limit, the older spellings are read: a field whose name ends in
  /// `remaining`, and one that differs from it only in the word `reset`, such as `RateLimit-…`, `X-RateLimit-…`,
  /// `X-Rate-Limit-…`, `X-RateLimit-…-Requests` and `Anthropic-RateLimit-Requests-…`. A reset is a time in any form that
  /// ``HTTPHeaders/retryAfter(now:)`` reads. `quotas` reads other fields. A quota for a named part of the server (GitHub's
  /// `X-RateLimit-Resource`, Discord's `X-RateLimit-Bucket`) delays the calls to paths that begin like those for which
  /// the server has named the part. A path that begins like no known one counts as GitHub's `core`, if the server has
  /// named that part. ``HTTPHeaders/rateLimit`` returns what a response states.
  ///
  /// Calls wait in a queue, in the order of their arrival among those of one ``RequestOptions/priority``. A call that is
  /// cancelled leaves the queue at once and takes no token. A call fails with ``NetworkRequestError/refused(_:)``, and
  /// nothing is sent, if its turn comes after its deadline or if the server asks for a longer wait than
  /// `maximumRetryAfter` (``Refusal/Reason/rateLimited``, with the time to wait), and if the queue is full
  /// (``Refusal/Reason/queueFull(limit:)``).
  ///
  /// Place it inside retries, so that every attempt counts.
  ///
  /// - Parameters:
  ///   - count: The number of calls in each period; at least 1.
  ///   - period: The length of a period.
  ///   - burst: The number of calls that may be sent at once after a pause; `count` by default.
  ///   - scope: The calls that are counted together: by default those to each host, because each host sets its own limits.
  ///   - queue: The number of calls that may wait. 10,000 by default, as with ``throttled(max:scope:queue:)``.
  ///   - maximumRetryAfter: The longest time that calls wait because of the server. A minute by default.
  ///   - quotas: Reads further quotas from a response, such as from fields with other names; none by default. A quota without a
  ///     reset has no effect.
  ///   - clock: The clock that measures times, and with whose date `Retry-After` and `X-RateLimit-Reset` are compared if the
  ///     response has no `Date`; that of the first call (``TransportRequest/clock``) by default.
  public func rateLimited(
    _ count: Int, per period: Duration, burst: Int? = nil, scope: LimitScope = .perHost, queue: Int = 10_000,
    maximumRetryAfter: Duration = .seconds(60), quotas: (@Sendable (TransportResponse) -> [RateLimit])? = nil,
    clock: CallClock? = nil
  ) -> some Transport {
    let bucket = TokenBucket(interval: period / max(1, count), capacity: burst ?? count)
    return RateLimitTransport(
      upstream: self, bucket: bucket, scope: scope, queue: queue, maximumRetryAfter: maximumRetryAfter,
      quotas: quotas, clock: LayerClock(clock))
  }

  /// Sends calls no faster than the server's responses allow, without a rate of your own.
  ///
  /// ```swift
  /// let stack = DefaultTransport.shared.rateLimitedByServer { response in
  ///   // “X-Api-Quota: 12;30”: 12 requests are left for 30 seconds
  ///   let numbers = (response.headers["X-Api-Quota"] ?? "")
  ///     .split(separator: ";").compactMap { Int($0) }
  ///   guard numbers.count == 2 else { return [] }
  ///   return [RateLimit(remaining: numbers[0], reset: .seconds(numbers[1]))]
  /// }
  /// ```
  /// See ``rateLimited(_:per:burst:scope:queue:maximumRetryAfter:quotas:clock:)`` for the fields that are read.
  public func rateLimitedByServer(
    scope: LimitScope = .perHost, queue: Int = 10_000, maximumRetryAfter: Duration = .seconds(60),
    quotas: (@Sendable (TransportResponse) -> [RateLimit])? = nil, clock: CallClock? = nil
  ) -> some Transport {
    RateLimitTransport(
      upstream: self, bucket: nil, scope: scope, queue: queue, maximumRetryAfter: maximumRetryAfter,
      quotas: quotas, clock: LayerClock(clock))
  }
}

/// The transport that sends each call once its rate limit allows it.
struct RateLimitTransport<Upstream: Transport>: Transport {
  let upstream: Upstream
  private let scope: LimitScope
  private let maximumRetryAfter: Duration
  private let quotas: (@Sendable (TransportResponse) -> [RateLimit])?
  /// The queue of waiting calls; only the first one waits for its time.
  private let callQueue: ConcurrencyLimiter
  private let limiters: ScopedStates<RateLimiter>
  private let clock: LayerClock
  /// The name of the layer in a timeline.
  private static var layer: String { "rate limit" }

  init(
    upstream: Upstream, bucket: TokenBucket?, scope: LimitScope, queue: Int, maximumRetryAfter: Duration,
    quotas: (@Sendable (TransportResponse) -> [RateLimit])?, clock: LayerClock
  ) {
    self.upstream = upstream
    self.scope = scope
    self.maximumRetryAfter = maximumRetryAfter
    self.quotas = quotas
    self.clock = clock
    callQueue = ConcurrencyLimiter(limit: 1, queueLimit: queue, of: Self.layer)
    limiters = ScopedStates(fresh: RateLimiter(bucket)) { limiter in
      clock.now.map { limiter.isIdle(at: $0) } ?? true
    }
  }

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    // A request that is only to be shown takes no turn: the server does not count it.
    guard request.options.preview == nil else { return try await upstream.send(request) }
    let clock = clock.clock(for: request)
    let key = scope.key(of: request)
    let path = URLParts(request.url).path
    let part = limiters.withState(of: key) { $0.part(of: path) }
    // A queue for each part: a call that waits for one part does not delay a call for another.
    let queueKey = key.subdivided(by: part)
    try failIfTooLate(of: request, in: key, part, queueKey)
    try await callQueue.acquire(queueKey, for: request)
    do throws(NetworkRequestError) { try await acquire(request, in: key, part) } catch {
      callQueue.release(queueKey)
      throw error
    }
    callQueue.release(queueKey)
    let sent = clock.now
    let response = try await upstream.send(request)
    let further = quotas?(response) ?? []
    guard response.mentionsLimits || !further.isEmpty else { return response }
    let (now, date) = (clock.now, clock.date)
    limiters.withState(of: key) {
      $0.note(response, adding: further, of: path, sent: sent, at: now, date: date)
    }
    return response
  }

  /// The number of calls that wait in the queue, without the first of them.
  func waiting(for key: ScopeKey) -> Int { callQueue.waiting(for: key) }

  /// Throws at once if the turn of the call comes after its deadline.
  private func failIfTooLate(
    of request: TransportRequest, in key: ScopeKey, _ part: String?, _ queueKey: ScopeKey
  ) throws(NetworkRequestError) {
    guard request.deadline != nil else { return }
    let now = clock.clock(for: request).now
    let others = callQueue.count(before: request.options.priority, in: queueKey)
    let wait = limiters.withState(of: key) { $0.wait(at: now, for: part, behind: others).all }
    guard wait > .zero, request.deadline(exceededBy: wait) != nil else { return }
    throw .refused(Refusal(.rateLimited, retryAfter: wait, request: request))
  }

  private func acquire(
    _ request: TransportRequest, in key: ScopeKey, _ part: String?
  ) async throws(NetworkRequestError) {
    let clock = clock.clock(for: request)
    while !limiters.withState(of: key, { $0.take(at: clock.now, for: part) }) {
      let wait = limiters.withState(of: key) { $0.wait(at: clock.now, for: part) }
      let isTooLong = wait.server > maximumRetryAfter
      let isTooLate = request.deadline(exceededBy: wait.all) != nil
      guard !isTooLong, !isTooLate else {
        throw .refused(Refusal(.rateLimited, retryAfter: wait.all, request: request))
      }
      let start = request.record?.now ?? .zero
      try await clock.wait(wait.all, for: request)
      request.record?.note(Self.layer, "waited", since: start)
    }
  }
}

/// A quota of requests, as the header fields of a response state it.
///
/// ```swift
/// let response = try await client.response(for: FindTodos())
/// if let limit = response.headers.rateLimit, limit.remaining < 10 {
///   print("\(limit.remaining) until \(limit.reset)")
/// }
/// ```
/// ``Transport/rateLimitedByServer(scope:queue:maximumRetryAfter:quotas:clock:)`` respects the quotas without code of
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
    self.name = name
    self.limit = limit
    self.remaining = remaining
    self.reset = reset
  }
}

extension HTTPHeaders {
  /// The quota with the fewest requests left; nil if the response states no quota. See ``rateLimits(now:)``.
  public var rateLimit: RateLimit? { rateLimits().min { $0.remaining < $1.remaining } }

  /// The quotas that a response states.
  ///
  /// They are read from `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers), else from the older
  /// spellings that ``Transport/rateLimited(_:per:burst:scope:queue:maximumRetryAfter:quotas:clock:)`` lists: of
  /// several, the one with the fewest requests left.
  ///
  /// - Parameter now: The time with which a reset in seconds since 1970 is compared if the response has no `Date`.
  public func rateLimits(now: Date = Date()) -> [RateLimit] {
    guard let fields = RateLimitFields(self, now: now) else { return [] }
    return fields.limits.map { limit in
      let quota = fields.policies.first { $0.name == limit.name }?.quota
      return RateLimit(
        name: limit.name, limit: limit.quota ?? quota, remaining: limit.remaining, reset: limit.reset)
    }
  }
}

/// Decides when the next call of a scope may be sent, by the configured rate and by the server's responses.
struct RateLimiter {
  /// The rate that the layer was given; nil if only the server's limits apply.
  private var bucket: TokenBucket?
  private var quota = ServerQuota()
  private var parts = QuotaParts()

  init(_ bucket: TokenBucket?) {
    self.bucket = bucket
  }

  /// Returns the part of the server that a path belongs to, if the server has a quota for each part.
  func part(of path: Substring) -> String? { parts.part(of: path) }

  /// Returns the time until the next call for a part of the server may be sent: by the server's limits, and by all
  /// limits.
  func wait(at now: Duration, for part: String?, behind others: Int = 0) -> (server: Duration, all: Duration)
  {
    let server = quota.wait(at: now, for: part)
    return (server, max(server, bucket?.wait(at: now, behind: others) ?? .zero))
  }

  /// Counts a call and returns true, or returns false if it has to wait.
  mutating func take(at now: Duration, for part: String?) -> Bool {
    guard wait(at: now, for: part).all == .zero else { return false }
    bucket?.take(at: now)
    quota.take(at: now, for: part)
    return true
  }

  /// Records the limits that the response to a request for a path states: `Retry-After` with a 403, 429 or 503, and
  /// `RateLimit` and `RateLimit-Policy` or an older spelling of these.
  ///
  /// - Parameter further: Quotas that are stated in another way.
  mutating func note(
    _ response: TransportResponse, adding further: [RateLimit], of path: Substring, sent: Duration,
    at now: Duration,
    date: Date
  ) {
    if [403, 429, 503].contains(response.status), let delay = response.headers.retryAfter(now: date) {
      quota.close(for: delay, at: now)
    }
    if let fields = RateLimitFields(
      response.headers, status: response.status, now: date,
      adding: further.map { .init(name: $0.name, remaining: $0.remaining, reset: $0.reset) })
    {
      quota.note(fields, sent: sent, at: now)
      for limit in fields.limits where limit.isPart { parts.note(limit.name, of: path) }
    }
  }

  /// True if the bucket is full and no limit of the server applies, so the state can be discarded.
  func isIdle(at now: Duration) -> Bool { bucket?.isFull(at: now) != false && quota.isBlank(at: now) }
}

extension TransportResponse {
  /// True if the response has a field that may state a limit.
  var mentionsLimits: Bool {
    headers.contains { Self.limitFields.contains($0.name) || OlderQuota.isNamed($0.name) }
  }

  private static let limitFields: [HTTPHeaderName] = [
    .retryAfter, .retryAfterMilliseconds, .rateLimit, .rateLimitPolicy,
  ]
}

/// A bucket that gains a token each interval, up to its capacity. It stores only the time at which it would be full again
/// (the "generic cell rate algorithm"), so it never rounds and needs no timer.
struct TokenBucket: Equatable {
  let interval: Duration
  let capacity: Int
  private var fullAgain: Duration = .zero

  /// More than any program sends. The product with the longest interval does not overflow.
  private static let maximumTokens = 1_000_000_000

  init(interval: Duration, capacity: Int) {
    self.interval = max(interval.bounded, .zero)
    self.capacity = min(max(1, capacity), Self.maximumTokens)
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
