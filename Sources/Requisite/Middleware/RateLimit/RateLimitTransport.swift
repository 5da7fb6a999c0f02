/// Sends through its upstream when a rate limit leaves room.
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
    try checkOutlook(of: request, in: key)
    try await gate.enter(key, for: request)
    do throws(NetworkRequestError) { try await takeTurn(request, in: key) } catch {
      gate.leave(key)
      throw error
    }
    gate.leave(key)
    let sent = settings.clock.now
    let response = try await upstream.send(request)
    if response.mentionsLimits { note(response, sent: sent, in: key) }
    return response
  }

  /// How many wait in line, the first of it excepted.
  func waiting(for key: ScopeKey) -> Int { gate.waiting(for: key) }

  /// Refuses at once a call whose turn comes after its deadline.
  private func checkOutlook(
    of request: TransportRequest, in key: ScopeKey
  ) throws(NetworkRequestError) {
    guard let remaining = request.deadline?.remaining else { return }
    let others = gate.count(before: request.options.priority, in: key)
    let wait = limiters.withState(of: key) { $0.wait(at: settings.clock.now, behind: others).all }
    guard wait >= remaining, wait > .zero else { return }
    throw .refused(Refusal(.rateLimited, retryAfter: wait, request: request))
  }

  private func takeTurn(_ request: TransportRequest, in key: ScopeKey) async throws(NetworkRequestError) {
    while !limiters.withState(of: key, { $0.take(at: settings.clock.now) }) {
      let wait = limiters.withState(of: key) { $0.wait(at: settings.clock.now) }
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

  private func note(_ response: TransportResponse, sent: Duration, in key: ScopeKey) {
    limiters.withState(of: key) {
      $0.note(response, sent: sent, at: settings.clock.now, wallClock: settings.wallClock)
    }
  }
}
