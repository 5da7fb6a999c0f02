extension Transport {
  /// Limits the rate at which calls are sent, and sends them no faster than the server allows.
  ///
  /// ```swift
  /// let transport = DefaultTransport.shared.rateLimited(10, per: .seconds(1))
  /// ```
  /// A bucket of `burst` tokens gains `count` tokens in each `period`, and each call takes one. In any time *t*, at most
  /// `burst + count · t / period` calls are sent; with a `burst` of 1 they are evenly spaced.
  ///
  /// The limits that the server states also apply, separately for each scope. `Retry-After` with a 403, 429 or 503 delays
  /// all calls for that long. `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers) delay calls while
  /// a quota is used up. If a response has neither field, the older spellings are read: `RateLimit-Remaining` with
  /// `RateLimit-Reset` in seconds, and `X-RateLimit-Remaining` with `X-RateLimit-Reset` in seconds or in seconds since
  /// 1970. Values other than plain decimal numbers are ignored. A quota for a named part of the server (GitHub's
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
  ///   - clock: The clock that measures times; that of the first call (``TransportRequest/clock``) by default.
  ///   - wallClock: The clock with which the dates of `Retry-After` and `X-RateLimit-Reset` are compared if the response
  ///     has no `Date`.
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

  /// Sends calls no faster than the server's responses allow, without a rate of your own.
  ///
  /// See ``rateLimited(_:per:burst:scope:queue:maximumRetryAfter:clock:wallClock:)`` for the fields that are read.
  public func rateLimitedByServer(
    scope: LimitScope = .perHost, queue: Int = 10_000, maximumRetryAfter: Duration = .seconds(60),
    clock: CallClock? = nil, wallClock: @escaping @Sendable () -> Date = { Date() }
  ) -> some Transport {
    rateLimited(
      1, per: .zero, scope: scope, queue: queue, maximumRetryAfter: maximumRetryAfter, clock: clock,
      wallClock: wallClock)
  }
}

/// The transport that sends each call once its rate limit allows it.
struct RateLimitTransport<Upstream: Transport>: Transport {
  private let upstream: Upstream
  private let settings: RateLimitSettings
  /// The queue of waiting calls; only the first one waits for its time.
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
    // A queue for each part: a call that waits for one part does not delay a call for another.
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
    let (now, date) = (clock.now, settings.wallClock())
    limiters.withState(of: key) { $0.note(response, of: path, sent: sent, at: now, date: date) }
    return response
  }

  /// The number of calls that wait in the queue, without the first of them.
  func waiting(for key: ScopeKey) -> Int { gate.waiting(for: key) }

  /// Throws at once if the turn of the call comes after its deadline.
  private func checkOutlook(
    of request: TransportRequest, in key: ScopeKey, _ part: String?, _ line: ScopeKey
  ) throws(NetworkRequestError) {
    guard request.deadline != nil else { return }
    let now = clock.clock(for: request).now
    let others = gate.count(before: request.options.priority, in: line)
    let wait = limiters.withState(of: key) { $0.wait(at: now, for: part, behind: others).all }
    guard wait > .zero, request.deadline(outlastedBy: wait) != nil else { return }
    throw .refused(Refusal(.rateLimited, retryAfter: wait, request: request))
  }

  private func takeTurn(
    _ request: TransportRequest, in key: ScopeKey, _ part: String?
  ) async throws(NetworkRequestError) {
    let clock = clock.clock(for: request)
    while !limiters.withState(of: key, { $0.take(at: clock.now, for: part) }) {
      let wait = limiters.withState(of: key) { $0.wait(at: clock.now, for: part) }
      let isTooLong = wait.server > settings.maximumRetryAfter
      let isTooLate = request.deadline(outlastedBy: wait.all) != nil
      guard !isTooLong, !isTooLate else {
        throw .refused(Refusal(.rateLimited, retryAfter: wait.all, request: request))
      }
      let start = request.record?.now ?? .zero
      try await clock.wait(wait.all, for: request)
      request.record?.note("rate limit", "waited", since: start)
    }
  }
}

/// The arguments of ``Transport/rateLimited(_:per:burst:scope:queue:maximumRetryAfter:clock:wallClock:)``.
struct RateLimitSettings: Sendable {
  let bucket: TokenBucket
  let scope: LimitScope
  let queue: Int
  let maximumRetryAfter: Duration
  let clock: CallClock?
  let wallClock: @Sendable () -> Date
}
