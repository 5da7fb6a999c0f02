/// The cache round another transport: which way a call takes.
struct CacheTransport<Upstream: Transport, Store: CacheStore>: Transport {
  let upstream: Upstream
  let store: Store
  let policy: CachePolicy
  let now: @Sendable () -> Date
  let shared = CacheShared()
  /// How work that nobody waits for is started; a test waits for it.
  var background: @Sendable (@escaping @Sendable () async -> Void) -> Void = { work in Task(operation: work) }

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    let start = request.record?.now ?? .zero
    let response = try await answer(request)
    if let decision = response.cacheDecision {
      request.record?.note("cache", decision.outcome.rawValue, since: start, detail: decision.reason.rawValue)
    }
    return response
  }

  private func answer(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    guard request.method == .get || request.method == .head else { return try await change(request) }
    let call: CacheCall
    switch CacheCall.made(of: request, by: policy) {
    case .success(let made): call = made
    case .failure(let bypass):
      return finish(try await upstream.send(request), CacheDecision(.bypass, bypass.reason))
    }
    return request.method == .head ? try await head(call) : try await get(call)
  }

  private func get(_ call: CacheCall) async throws(NetworkRequestError) -> TransportResponse {
    if call.ignoresStored { return try await fetch(call, .requestDirective) }
    let lookup = await find(call)
    guard case .found(let stored) = lookup else {
      if call.control.onlyIfCached { return try await unavailable(call) }
      return try await fetch(call, lookup.missReason)
    }
    switch ReuseDecision(of: stored.head, for: call.control, at: now()) {
    case .fresh: return try await serve(stored, to: call, CacheDecision(.hit, .fresh))
    case .stale: return try await serve(stored, to: call, CacheDecision(.stale, .maxStale))
    case .staleWhileRevalidate:
      if !call.control.onlyIfCached { revalidateInBackground(stored, call) }
      return try await serve(stored, to: call, CacheDecision(.stale, .staleWhileRevalidate))
    case .afterRevalidation(let reason):
      if call.control.onlyIfCached { return try await unavailable(call) }
      return try await fetch(call, reason, stored: stored)
    }
  }

  /// What the store has; nothing where it fails, for then the server is asked.
  func find(_ call: CacheCall) async -> CacheLookup {
    do { return try await store.lookUp(call.key, for: call.request.headers) } catch { return .nothing }
  }

  /// The response with what was done written on it.
  func finish(_ response: TransportResponse, _ decision: CacheDecision) -> TransportResponse {
    var response = response
    response.cacheDecision = decision
    response.headers.append(HTTPHeader(.cacheStatus, decision.cacheStatus(name: policy.name)))
    return response
  }

  private func revalidateInBackground(_ stored: CachedResponse, _ call: CacheCall) {
    guard shared.revalidating.withLock({ $0.insert(call.key).inserted }) else { return }
    background {
      // Whoever asks next finds out; here nobody would hear of the error.
      do { _ = try await fetch(call.inBackground(), .stale, stored: stored) } catch {}
      _ = shared.revalidating.withLock { $0.remove(call.key) }
    }
  }
}

extension CacheLookup {
  fileprivate var missReason: CacheDecision.Reason {
    if case .otherVariants = self { .otherVariant } else { .notStored }
  }
}
