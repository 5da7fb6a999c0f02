/// Sends each call through its upstream once a rate limit leaves room.
struct RateLimitTransport<Upstream: Transport>: Transport {
  private let upstream: Upstream
  private let settings: RateLimitSettings
  /// Those who wait stand in line, and the first of it waits for the time.
  private let gate: ConcurrencyLimiter
  private let limiters: ScopedStates<RateLimiter>

  init(upstream: Upstream, settings: RateLimitSettings) {
    self.upstream = upstream
    self.settings = settings
    gate = ConcurrencyLimiter(limit: 1, queueLimit: settings.queue)
    limiters = ScopedStates(fresh: RateLimiter(settings.bucket)) { $0.isIdle(at: settings.clock.now) }
  }

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    let key = settings.scope.key(of: request)
    let path = URLParts(request.url).path
    let part = limiters.withState(of: key) { $0.part(of: path) }
    // A line for each part: who waits for one holds back nobody who asks for another.
    let line = key.divided(by: part)
    try checkOutlook(of: request, in: key, part, line)
    try await gate.enter(line, for: request)
    do throws(NetworkRequestError) { try await takeTurn(request, in: key, part) } catch {
      gate.leave(line)
      throw error
    }
    gate.leave(line)
    let sent = settings.clock.now
    let response = try await upstream.send(request)
    guard response.mentionsLimits else { return response }
    limiters.withState(of: key) {
      $0.note(response, of: path, sent: sent, at: settings.clock.now, wallClock: settings.wallClock)
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
    let others = gate.count(before: request.options.priority, in: line)
    let wait = limiters.withState(of: key) { $0.wait(at: settings.clock.now, for: part, behind: others).all }
    guard wait >= remaining, wait > .zero else { return }
    throw .refused(Refusal(.rateLimited, retryAfter: wait, request: request))
  }

  private func takeTurn(
    _ request: TransportRequest, in key: ScopeKey, _ part: String?
  ) async throws(NetworkRequestError) {
    while !limiters.withState(of: key, { $0.take(at: settings.clock.now, for: part) }) {
      let wait = limiters.withState(of: key) { $0.wait(at: settings.clock.now, for: part) }
      let isTooLong = wait.server > settings.maximumRetryAfter
      let isTooLate = request.deadline.map { $0.remaining <= wait.all } ?? false
      guard !isTooLong, !isTooLate else {
        throw .refused(Refusal(.rateLimited, retryAfter: wait.all, request: request))
      }
      let start = request.record?.now ?? .zero
      do { try await settings.clock.sleep(for: wait.all) } catch { throw .cancelled(request) }
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
  let clock: CallClock
  let wallClock: @Sendable () -> Date
}
