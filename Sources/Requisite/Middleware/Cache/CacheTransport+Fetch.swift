extension CacheTransport {
  /// Asks the server, with the conditions of a stored response if there is one.
  func askServer(
    _ call: CacheCall, _ reason: CacheDecision.Reason, stored: CachedResponse? = nil
  ) async throws(NetworkRequestError) -> TransportResponse {
    let conditions = stored.flatMap { Validation.conditions(for: $0.head) }
    let fetch = CacheFetch(for: call, in: journal, sent: now(), generation: store.generation)
    var response: TransportResponse
    do {
      response = try await upstream.send(call.forwarded(with: conditions))
    } catch {
      guard let stored, error.leavesRoomForStale, allowsStale(stored, call) else { throw error }
      return try await serve(stored, to: call, CacheDecision(.stale, .staleIfError))
    }
    if stored == nil, storeAtOnce(&response, of: call, reason, fetch) { return response }
    do throws(NetworkRequestError) {
      return try await settle(call, reason, stored, isConditional: conditions != nil, response, fetch)
    } catch {
      throw error.afterSending()
    }
  }

  private func settle(
    _ call: CacheCall, _ reason: CacheDecision.Reason, _ stored: CachedResponse?, isConditional: Bool,
    _ response: consuming TransportResponse, _ fetch: CacheFetch
  ) async throws(NetworkRequestError) -> TransportResponse {
    var decision = CacheDecision(.miss, reason)
    decision.forwardedStatus = response.status
    if let stored, response.status == 304, isConditional {
      return try await confirm(stored, by: response, of: call, fetch, decision)
    }
    if call.isInBackground, response.status >= 500 {
      // The stored response stays: it is of more use than the failure that would replace it.
      response.body.discard()
      return finish(response, decision)
    }
    if let stored, CacheableStatus.isError(response.status), allowsStale(stored, call) {
      response.body.discard()
      (decision.outcome, decision.reason) = (.stale, .staleIfError)
      return try await serve(stored, to: call, decision)
    }
    return await storeIfAllowed(response, of: call, fetch, decision)
  }

  private func allowsStale(_ refreshed: CachedResponse, _ call: CacheCall) -> Bool {
    ReuseDecision.isAllowedOnError(refreshed.head, for: call.control, at: now())
  }

  /// Handles a 304: the stored response is fresh again, with the fields of the 304.
  ///
  /// If the 304 confirms another response than the one that was asked about, the stored response is removed and the whole
  /// response is fetched. The same happens after a redirect to another URL, because an entity tag is valid for one URL
  /// only (RFC 9110 §8.8.3).
  private func confirm(
    _ stored: CachedResponse, by response: TransportResponse, of call: CacheCall, _ fetch: CacheFetch,
    _ decision: CacheDecision
  ) async throws(NetworkRequestError) -> TransportResponse {
    response.body.discard()
    guard refusal(of: response, to: call, fetch) == nil, Validation.confirms(response.headers, stored.head)
    else {
      _ = await drop(call.key)
      return try await askServer(call, decision.reason)
    }
    let exchange = Validation.freshened(stored.head, by: self.exchange(response, call, fetch))
    let head = StorageDecision.head(exchange, under: call.key, policy: policy) ?? stored.head
    let refreshed = CachedResponse(head: head, body: stored.body)
    var decision = decision
    decision.outcome = .revalidated
    decision.refusal = await storeConfirmed(refreshed, by: exchange, of: call, fetch)
    decision.isStored = decision.refusal == nil
    return try await serve(refreshed, to: call, decision)
  }

  func exchange(_ response: TransportResponse, _ call: CacheCall, _ fetch: CacheFetch) -> CachedExchange {
    CachedExchange(
      status: response.status, headers: response.headers, request: call.request.headers, sent: fetch.sent,
      received: now())
  }
}

extension NetworkRequestError {
  /// True if the call failed because no server answered, so that a stale response is better than an error.
  fileprivate var leavesRoomForStale: Bool {
    switch self {
    case .urlSessionFailed, .deadlineExceeded, .refused: true
    default: false
    }
  }
}

extension CacheTransport {
  /// Answers a `HEAD` from the stored response to a `GET` if that may be used, else from the server, whose response then
  /// freshens the stored one or shows that it is outdated (RFC 9111 §4.3.5).
  func head(_ call: CacheCall) async throws(NetworkRequestError) -> TransportResponse {
    var stored: CachedResponse?
    var reason = CacheDecision.Reason.notStored
    if case .found(let found) = await find(call) {
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
    let fetch = CacheFetch(for: call, in: journal, sent: now(), generation: store.generation)
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
    guard refusal(of: response, to: call, fetch) == nil else { return }
    guard Validation.describes(response.headers, stored.head) else { return await outdate(call.key) }
    let exchange = Validation.freshened(stored.head, by: exchange(response, call, fetch))
    let head = StorageDecision.head(exchange, under: call.key, policy: policy) ?? stored.head
    _ = await storeConfirmed(
      CachedResponse(head: head, body: stored.body), by: exchange, of: call, fetch)
  }

  /// Removes the stored response, which the server's response does not describe, and invalidates those that are on their
  /// way.
  private func outdate(_ key: CacheKey) async {
    journal.invalidate(key)
    _ = await drop(key)
  }
}
