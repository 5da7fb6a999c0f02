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
  ///   - clock: The clock that times are measured by; that of the first call by default
  ///     (``TransportRequest/clock``).
  ///   - wallClock: What the dates of `Retry-After` and `X-RateLimit-Reset` are compared with where the response has no `Date`.
  public func rateLimited(
    _ count: Int, per period: Duration, burst: Int? = nil, scope: LimitScope = .perHost, queue: Int = 10_000,
    maximumRetryAfter: Duration = .seconds(60), clock: CallClock? = nil,
    wallClock: @escaping @Sendable () -> Date = { Date() }
  ) -> some Transport {
    let bucket = TokenBucket(interval: period / max(1, count), capacity: burst ?? count)
    return RateLimitTransport(
      upstream: self,
      settings: RateLimitSettings(
        bucket: bucket, scope: scope, queue: queue, maximumRetryAfter: maximumRetryAfter, clock: clock,
        wallClock: wallClock))
  }

  /// Lets calls go no faster than the server's responses allow, without a limit of your own.
  ///
  /// See ``rateLimited(_:per:burst:scope:queue:maximumRetryAfter:clock:wallClock:)``.
  public func rateLimitedByServer(
    scope: LimitScope = .perHost, queue: Int = 10_000, maximumRetryAfter: Duration = .seconds(60),
    clock: CallClock? = nil, wallClock: @escaping @Sendable () -> Date = { Date() }
  ) -> some Transport {
    rateLimited(
      1, per: .zero, scope: scope, queue: queue, maximumRetryAfter: maximumRetryAfter, clock: clock,
      wallClock: wallClock)
  }
}

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

/// Sends each call through its upstream once a rate limit leaves room.
struct RateLimitTransport<Upstream: Transport>: Transport {
  private let upstream: Upstream
  private let settings: RateLimitSettings
  /// Waiting calls stand in line; the first one waits for its time.
  private let gate: ConcurrencyLimiter
  private let limiters: ScopedStates<RateLimiter>
  private let clock: LayerClock

  init(upstream: Upstream, settings: RateLimitSettings) {
    self.upstream = upstream
    self.settings = settings
    gate = ConcurrencyLimiter(limit: 1, queueLimit: settings.queue)
    let clock = LayerClock(settings.clock)
    self.clock = clock
    limiters = ScopedStates(fresh: RateLimiter(settings.bucket)) { limiter in
      clock.now.map { limiter.isIdle(at: $0) } ?? true
    }
  }

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    let clock = clock.clock(for: request)
    let key = settings.scope.key(of: request)
    let path = URLParts(request.url).path
    let part = limiters.withState(of: key) { $0.part(of: path) }
    // A line for each part: a call that waits for one part holds back no call for another.
    let line = key.divided(by: part)
    try checkOutlook(of: request, in: key, part, line)
    try await gate.enter(line, for: request)
    do throws(NetworkRequestError) { try await takeTurn(request, in: key, part) } catch {
      gate.leave(line)
      throw error
    }
    gate.leave(line)
    let sent = clock.now
    let response = try await upstream.send(request)
    guard response.mentionsLimits else { return response }
    limiters.withState(of: key) {
      $0.note(response, of: path, sent: sent, at: clock.now, wallClock: settings.wallClock)
    }
    return response
  }

  /// The number of calls that wait in line, without the first of them.
  func waiting(for key: ScopeKey) -> Int { gate.waiting(for: key) }

  /// Refuses at once a call whose turn comes after its deadline.
  private func checkOutlook(
    of request: TransportRequest, in key: ScopeKey, _ part: String?, _ line: ScopeKey
  ) throws(NetworkRequestError) {
    guard let remaining = request.deadline?.remaining else { return }
    let now = clock.clock(for: request).now
    let others = gate.count(before: request.options.priority, in: line)
    let wait = limiters.withState(of: key) { $0.wait(at: now, for: part, behind: others).all }
    guard wait >= remaining, wait > .zero else { return }
    throw .refused(Refusal(.rateLimited, retryAfter: wait, request: request))
  }

  private func takeTurn(
    _ request: TransportRequest, in key: ScopeKey, _ part: String?
  ) async throws(NetworkRequestError) {
    let clock = clock.clock(for: request)
    while !limiters.withState(of: key, { $0.take(at: clock.now, for: part) }) {
      let wait = limiters.withState(of: key) { $0.wait(at: clock.now, for: part) }
      let isTooLong = wait.server > settings.maximumRetryAfter
      let isTooLate = request.deadline.map { $0.remaining <= wait.all } ?? false
      guard !isTooLong, !isTooLate else {
        throw .refused(Refusal(.rateLimited, retryAfter: wait.all, request: request))
      }
      let start = request.record?.now ?? .zero
      do { try await clock.sleep(for: wait.all) } catch { throw .cancelled(request) }
      request.record?.note("rate limit", "waited", since: start)
    }
  }
}

/// The settings of a rate limit, as its verb was given them.
struct RateLimitSettings: Sendable {
  let bucket: TokenBucket
  let scope: LimitScope
  let queue: Int
  let maximumRetryAfter: Duration
  let clock: CallClock?
  let wallClock: @Sendable () -> Date
}
