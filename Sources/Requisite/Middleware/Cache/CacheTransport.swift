/// A cache around another transport, which decides how each call is answered.
struct CacheTransport<Upstream: Transport, Store: CacheStore>: Transport {
  let upstream: Upstream
  let store: Store
  /// The store if it is one in memory, whose functions return at once: nothing is written behind a call, and nearly every call
  /// is spared the frames of the store's asynchronous functions, which are eight allocations.
  let memory: MemoryCacheStore?
  let policy: CachePolicy
  let clock: LayerClock
  /// The layers inside, which are found once.
  let layers: IdentifyingLayers
  /// What the caches on this store know of each other.
  let journal: CacheJournal
  /// Receives each failure of the store, including those after a response was returned.
  var onStoreFailure: @Sendable (NetworkRequestError) -> Void = { _ in }
  /// Starts work that no caller waits for; a test runs it itself.
  var background: @Sendable (@escaping @Sendable () async -> Void) -> Void = { work in Task(operation: work) }

  init(upstream: Upstream, store: Store, policy: CachePolicy, clock: LayerClock) {
    (self.upstream, self.store, self.policy, self.clock) = (upstream, store, policy, clock)
    memory = store as? MemoryCacheStore
    journal = store.journal ?? CacheJournal()
    layers = IdentifyingLayers(in: upstream)
  }

  /// The date by the clock of the layer.
  func date(of call: CacheCall) -> Date { clock.clock(for: call.request).date }

  func send(_ received: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    // A request that is only to be shown passes: what is stored would hide it.
    guard received.options.preview == nil else { return try await upstream.send(received) }
    // Before anything is looked up, because deduplication shares nothing that is older than a change.
    let request = received.noting(journal.changes)
    let start = request.record?.now ?? .zero
    let response = try await answer(request)
    record(response, to: request, since: start)
    return response
  }

  @inline(never)
  private func record(_ response: TransportResponse, to request: TransportRequest, since start: Duration) {
    guard let decision = response.cacheDecision else { return }
    request.record?.note("cache", decision.outcome.rawValue, since: start, detail: decision.reason.rawValue)
  }

  // Inlined, as the steps below are, because each asynchronous function of a call costs a frame and two switches of the
  // executor.
  @inline(__always)
  private func answer(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    // A connection is opened each time, and is no response to store; none that is stored stands for it.
    if case .opened = request.delivery {
      return request.wantsOnlyCached ? try await unavailable(request) : try await upstream.send(request)
    }
    guard request.method == .get || request.method == .head else {
      return request.wantsOnlyCached ? try await unavailable(request) : try await change(request)
    }
    let call: CacheCall
    switch await CacheCall.prepared(for: request, by: policy, layers) {
    case .success(let prepared): call = prepared
    case .failure where request.wantsOnlyCached: return try await unavailable(request)
    case .failure(let bypass): return try await pass(request, bypass.reason)
    }
    if request.method == .head { return try await head(call) }
    return call.isForRange ? try await part(call) : try await get(call)
  }

  @inline(__always)
  private func get(_ call: CacheCall) async throws(NetworkRequestError) -> TransportResponse {
    if call.ignoresStored {
      return call.control.onlyIfCached
        ? try await unavailable(call.request) : try await askServer(call, .requestDirective)
    }
    switch answer(to: call, from: await find(call)) {
    case .stored(let stored, let outcome, let reason):
      return try await serve(stored, to: call, CacheDecision(outcome, reason))
    case .server where call.control.onlyIfCached: return try await unavailable(call.request)
    case .server(let reason, let stored): return try await askServer(call, reason, stored: stored)
    }
  }

  /// Where the answer to a call comes from.
  private enum Answer {
    case stored(CachedResponse, CacheDecision.Outcome, CacheDecision.Reason)
    case server(CacheDecision.Reason, stored: CachedResponse?)
  }

  /// Decides how the result of a look-up is used. Starts the revalidation of a response that may be used while it is stale.
  @inline(never)
  private func answer(to call: CacheCall, from lookup: CacheLookup) -> Answer {
    let stored: CachedResponse
    switch lookup {
    case .found(let found): stored = found
    case .missing(let reason): return .server(reason, stored: nil)
    }
    switch reuse(of: stored.head, for: call) {
    case .fresh: return .stored(stored, .hit, .fresh)
    case .stale: return .stored(stored, .stale, .maxStale)
    case .staleWhileRevalidate:
      if !call.control.onlyIfCached { revalidateInBackground(stored, call) }
      return .stored(stored, .stale, .staleWhileRevalidate)
    case .afterRevalidation(let reason): return .server(reason, stored: stored)
    }
  }

  /// Passes a request on that no stored response may answer.
  func pass(
    _ request: TransportRequest, _ reason: CacheDecision.Reason
  ) async throws(NetworkRequestError) -> TransportResponse {
    finish(try await upstream.send(request), CacheDecision(.bypass, reason))
  }

  /// Finds the stored response, or one that is being stored. If the store fails, none is found and the server is asked.
  @inline(__always)
  func find(_ call: CacheCall) async -> CacheLookup {
    if let memory { return CacheLookup(memory.lookUp(call.key, for: call.request.headers), of: call) }
    return await findStored(call)
  }

  private func findStored(_ call: CacheCall) async -> CacheLookup {
    let pending = journal.pending.withLock {
      $0.answer(for: call.key, call.request.headers, in: store.generation)
    }
    switch pending {
    case .found(let response): return .found(response)
    case .unusable: return .missing(.notStored)
    case .unknown: break
    }
    do throws(NetworkRequestError) {
      return CacheLookup(try await store.lookUp(call.key, for: call.request.headers), of: call)
    } catch {
      onStoreFailure(error)
      return .missing(.notStored)
    }
  }

  /// Returns the response with its ``CacheDecision`` and its `Cache-Status` field.
  func finish(_ response: consuming TransportResponse, _ decision: CacheDecision) -> TransportResponse {
    note(decision, in: &response)
    return response
  }

  /// Adds the decision and the `Cache-Status` field to a response.
  func note(_ decision: CacheDecision, in response: inout TransportResponse) {
    response.cacheDecision = decision
    response.headers.append(HTTPHeader(.cacheStatus, decision.cacheStatus(name: policy.name)))
  }

  /// Decides whether a stored response may answer a call.
  func reuse(of head: CachedResponse.Head, for call: CacheCall) -> ReuseDecision {
    lacksCredential(head, call)
      ? .afterRevalidation(.unknownUser) : ReuseDecision(of: head, for: call.control, at: date(of: call))
  }

  /// True if the response depends on a credential (`Vary`) that the request does not have, and that only a layer of the user's
  /// own could add, which is seen when a request is sent: no authenticator, no jar and no partition says whose call it is.
  func lacksCredential(_ head: CachedResponse.Head, _ call: CacheCall) -> Bool {
    head.varying.fields.contains { $0.value == nil && HTTPHeaderName($0.name).carriesCredentials }
      && layers.addNothing(to: call.request) && call.request.options.cachePartition == nil
  }

  private func revalidateInBackground(_ stored: CachedResponse, _ call: CacheCall) {
    let variant = CacheJournal.Variant(key: call.key, varying: stored.head.varying)
    guard journal.revalidating.withLock({ $0.insert(variant).inserted }) else { return }
    let call = call.inBackground()
    _ = call.request.noting(journal.changes)
    background {
      // The next caller gets the error; here no caller waits for it.
      do { try await askServer(call, .stale, stored: stored).body.discard() } catch {}
      _ = journal.revalidating.withLock { $0.remove(variant) }
    }
  }
}

extension TransportRequest {
  /// True if no request may be sent (`only-if-cached`).
  fileprivate var wantsOnlyCached: Bool {
    options.cache.control.onlyIfCached || CacheControl(headers, ofRequest: true).onlyIfCached
  }
}

/// The response that may answer a call, or the reason why there is none.
enum CacheLookup: Sendable {
  case found(CachedResponse)
  case missing(CacheDecision.Reason)

  init(_ stored: CachedResponse?, of call: CacheCall) {
    // A store returns another variant if it has only others; and a store of your own may return a wrong one.
    self =
      stored.map { $0.head.answers(call.request.headers) ? .found($0) : .missing(.otherVariant) }
      ?? .missing(.notStored)
  }
}

extension CacheTransport {
  /// Answers a call with a stored response.
  func serve(
    _ stored: CachedResponse, to call: CacheCall, _ decision: CacheDecision
  ) async throws(NetworkRequestError) -> TransportResponse {
    let moment = date(of: call)
    var decision = decision
    decision.age = CacheDecision.whole(stored.head.freshness.age(at: moment))
    decision.timeToLive = CacheDecision.whole(stored.head.freshness.remaining(at: moment))
    var headers = stored.head.headers
    headers.set(HTTPHeader(.age, String(decision.age ?? 0)))
    let body = call.request.method == .head ? Data() : stored.body
    let response = TransportResponse(
      status: stored.head.status, headers: headers, url: call.request.url, body: .data(body))
    call.request.record?.append(call.exchange(by: layers, status: stored.head.status))
    return try await delivered(finish(response, decision), to: call.request)
  }

  /// Returns the response with status 504, for a call that accepts only a stored response if none can be used (RFC 9111
  /// §5.2.1.7).
  func unavailable(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    let response = TransportResponse(status: 504, url: request.url)
    return try await delivered(finish(response, CacheDecision(.miss, .onlyIfCached)), to: request)
  }

  @inline(__always)
  private func delivered(
    _ response: TransportResponse, to request: TransportRequest
  ) async throws(NetworkRequestError) -> TransportResponse {
    response.isDelivered(for: request) ? response : try await response.delivered(for: request)
  }
}

extension CacheTransport {
  /// Answers a request for one range of bytes from the stored whole response, if that may be used without asking the
  /// server (RFC 9110 §14.2, RFC 9111 §3.3). Any other request with a range goes to the server, and its response is not
  /// stored.
  func part(_ call: CacheCall) async throws(NetworkRequestError) -> TransportResponse {
    if !call.ignoresStored, case .found(let stored) = await find(call),
      let decision = decision(on: stored, for: call),
      let selection = RangeSelection(call.request.headers, of: stored.head, count: stored.body.count)
    {
      return try await serve(stored, selection, to: call, decision)
    }
    if call.control.onlyIfCached { return try await unavailable(call.request) }
    return try await pass(call.forwarded(with: nil), .conditional)
  }

  private func decision(on stored: CachedResponse, for call: CacheCall) -> CacheDecision? {
    switch reuse(of: stored.head, for: call) {
    case .fresh: CacheDecision(.hit, .fresh)
    case .stale: CacheDecision(.stale, .maxStale)
    case .staleWhileRevalidate, .afterRevalidation: nil
    }
  }

  private func serve(
    _ stored: CachedResponse, _ selection: RangeSelection, to call: CacheCall, _ decision: CacheDecision
  ) async throws(NetworkRequestError) -> TransportResponse {
    let count = stored.body.count
    switch selection {
    case .whole: return try await serve(stored, to: call, decision)
    case .part(let range):
      let body = stored.body.dropFirst(range.lowerBound).prefix(range.count)
      let contentRange = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(count)"
      let part = stored.replacing(status: 206, body: Data(body), contentRange: contentRange)
      return try await serve(part, to: call, decision)
    case .unsatisfiable:
      let refusal = stored.replacing(status: 416, body: Data(), contentRange: "bytes */\(count)")
      return try await serve(refusal, to: call, decision)
    }
  }
}

extension CachedResponse {
  /// Returns this response as one to a request for a part of it.
  fileprivate func replacing(status: Int, body: Data, contentRange: String) -> CachedResponse {
    var headers = head.headers
    headers.set(HTTPHeader(.contentRange, contentRange))
    headers.set(HTTPHeader(.contentLength, String(body.count)))
    let head = CachedResponse.Head(
      key: head.key, varying: head.varying, status: status, headers: headers, freshness: head.freshness)
    return CachedResponse(head: head, body: body)
  }
}
