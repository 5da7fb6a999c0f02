extension CacheTransport {
  /// Answers a `HEAD`: from the stored response to a `GET` where that may be used, else from the server, whose answer then
  /// freshens what is stored or tells that it is outdated (RFC 9111 §4.3.5).
  func head(_ call: CacheCall) async throws(NetworkRequestError) -> TransportResponse {
    let lookup = await find(call)
    var stored: CachedResponse?
    var reason = CacheDecision.Reason.notStored
    if case .found(let found) = lookup {
      stored = found
      reason = .requestDirective
      switch call.ignoresStored
        ? .afterRevalidation(.requestDirective) : ReuseDecision(of: found.head, for: call.control, at: now())
      {
      case .fresh: return try await serve(found, to: call, CacheDecision(.hit, .fresh))
      case .stale: return try await serve(found, to: call, CacheDecision(.stale, .maxStale))
      case .staleWhileRevalidate: reason = .stale
      case .afterRevalidation(let cause): reason = cause
      }
    }
    if call.control.onlyIfCached { return try await unavailable(call.request) }
    return try await askForHead(call, reason, stored)
  }

  private func askForHead(
    _ call: CacheCall, _ reason: CacheDecision.Reason, _ stored: CachedResponse?
  ) async throws(NetworkRequestError) -> TransportResponse {
    let fetch = CacheFetch(shared.journal, sent: now(), generation: store.generation)
    let response = try await upstream.send(call.forwarded(with: nil))
    var decision = CacheDecision(.miss, reason)
    decision.forwardedStatus = response.status
    if let stored, response.status == stored.head.status, !call.control.noStore {
      await compare(response, with: stored, of: call, fetch)
    }
    return finish(response, decision)
  }

  private func compare(
    _ response: TransportResponse, with stored: CachedResponse, of call: CacheCall, _ fetch: CacheFetch
  ) async {
    guard call.isAnswered(by: response) else { return }
    guard Validation.describes(response.headers, stored.head) else { return await outdate(call.key) }
    let exchange = Validation.freshened(stored.head, by: exchange(response, call, fetch))
    let head = StorageDecision.head(exchange, under: call.key, policy: policy) ?? stored.head
    _ = await keep(CachedResponse(head: head, body: stored.body), exchange, of: call, fetch)
  }

  /// Forgets what is stored, which the server's answer does not describe, and what is on its way.
  private func outdate(_ key: CacheKey) async {
    shared.journal.withLock { $0.invalidate(key) }
    _ = await drop(key)
  }
}
