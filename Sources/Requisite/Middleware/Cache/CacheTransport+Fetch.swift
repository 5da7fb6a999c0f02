extension CacheTransport {
  /// Asks the server, with the conditions of a stored response where there is one.
  func fetch(
    _ call: CacheCall, _ reason: CacheDecision.Reason, stored: CachedResponse? = nil
  ) async throws(NetworkRequestError) -> TransportResponse {
    let conditions = stored.flatMap { Validation.conditions(for: $0.head) }
    let fetch = CacheFetch(shared.journal, sent: now(), generation: store.generation)
    let response: TransportResponse
    do {
      response = try await upstream.send(call.forwarded(with: conditions))
    } catch {
      guard let stored, error.leavesRoomForStale, allowsStale(stored, call) else { throw error }
      return try await serve(stored, to: call, CacheDecision(.stale, .staleIfError))
    }
    var decision = CacheDecision(.miss, reason)
    decision.forwardedStatus = response.status
    if let stored, response.status == 304, conditions != nil {
      return try await confirm(stored, by: response, of: call, fetch, decision)
    }
    if call.isInBackground, response.status >= 500 {
      // The stored response stays: it is of more use than the failure that would take its place.
      response.body.discard()
      return finish(response, decision)
    }
    if let stored, CacheableStatus.isError(response.status), allowsStale(stored, call) {
      response.body.discard()
      (decision.outcome, decision.reason) = (.stale, .staleIfError)
      return try await serve(stored, to: call, decision)
    }
    return await keep(response, of: call, fetch, decision)
  }

  private func allowsStale(_ refreshed: CachedResponse, _ call: CacheCall) -> Bool {
    ReuseDecision.isAllowedOnError(refreshed.head, for: call.control, at: now())
  }

  /// A 304 came: the stored response is good again, with what the 304 says. One that speaks of another response than the one
  /// that was asked about is of no use: what is stored is dropped, and all of it fetched. So is one of another URL, to
  /// which a redirect led: an entity tag is that of its URL alone (RFC 9110 §8.8.3).
  private func confirm(
    _ stored: CachedResponse, by response: TransportResponse, of call: CacheCall, _ fetch: CacheFetch,
    _ decision: CacheDecision
  ) async throws(NetworkRequestError) -> TransportResponse {
    response.body.discard()
    guard call.isAnswered(by: response), Validation.confirms(response.headers, stored.head) else {
      _ = await drop(call.key)
      return try await self.fetch(call, decision.reason)
    }
    let exchange = Validation.freshened(stored.head, by: self.exchange(response, call, fetch))
    let head = StorageDecision.head(exchange, under: call.key, policy: policy) ?? stored.head
    let refreshed = CachedResponse(head: head, body: stored.body)
    var decision = decision
    decision.outcome = .revalidated
    decision.refusal = await keep(refreshed, exchange, of: call, fetch)
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
  /// Whether the call failed because no server answered, so that a stale response is better than an error.
  fileprivate var leavesRoomForStale: Bool {
    switch self {
    case .urlSessionFailed, .deadlineExceeded, .refused: true
    default: false
    }
  }
}
