extension CacheTransport {
  /// Asks the server, with the conditions of a stored response if there is one.
  func askServer(
    _ call: CacheCall, _ reason: CacheDecision.Reason, stored: CachedResponse? = nil
  ) async throws(NetworkRequestError) -> TransportResponse {
    let conditions = stored.flatMap { Validation.conditions(for: $0.head) }
    let fetch = CacheFetch(for: call, in: journal, sent: date(of: call), generation: store.generation)
    var response: TransportResponse
    do {
      response = try await upstream.send(call.forwarded(with: conditions))
    } catch {
      guard let stored, error.leavesRoomForStale, allowsStale(stored, call) else { throw error }
      return try await serve(stored, to: call, CacheDecision(.stale, .staleIfError))
    }
    var decision = CacheDecision(.miss, reason)
    decision.forwardedStatus = response.status
    do throws(NetworkRequestError) {
      switch use(of: response, to: call, stored, isConditional: conditions != nil, fetch, &decision) {
      case .response: break
      case .newest: await forget(call, after: response.status)
      case .kept(let head):
        let refusal = await keep(&response.body, as: head, fetch)
        decision.stored(head, unless: refusal)
      case .confirmation(let stored):
        return try await confirm(stored, by: response, of: call, fetch, decision)
      case .stale(let stored):
        response.body.discard()
        (decision.outcome, decision.reason) = (.stale, .staleIfError)
        return try await serve(stored, to: call, decision)
      }
      note(decision, in: &response)
      return response
    } catch {
      throw error.afterSending()
    }
  }

  /// How a response of the server is used.
  private enum Use {
    /// It is the answer, and what is stored stays.
    case response
    /// It is the answer, must not be stored, and is newer than what is stored.
    case newest
    /// It is the answer, and is stored.
    case kept(CachedResponse.Head)
    /// It confirms the stored response.
    case confirmation(CachedResponse)
    /// The stored response is of more use than this failure.
    case stale(CachedResponse)
  }

  /// Decides how a response is used. Never inlined, so that its variables are not part of the frame that waits for the
  /// response, which a call holds as long as the server takes.
  @inline(never)
  private func use(
    of response: TransportResponse, to call: CacheCall, _ stored: CachedResponse?, isConditional: Bool,
    _ fetch: CacheFetch, _ decision: inout CacheDecision
  ) -> Use {
    if let stored, response.status == 304, isConditional { return .confirmation(stored) }
    // The stored response stays: it is of more use than the failure that would replace it.
    if call.isInBackground, response.status >= 500 { return .response }
    if let stored, CacheableStatus.isError(response.status), allowsStale(stored, call) {
      return .stale(stored)
    }
    decision.refusal =
      refusal(of: response, to: call, fetch)
      ?? (response.bodyFailure == nil ? nil : .failed("the body of the response is incomplete"))
    guard decision.refusal == nil else { return .response }
    let exchange = exchange(response, call, fetch)
    switch StorageDecision.verdict(exchange, under: call.key, request: call.control, policy: policy) {
    case .store(let head): return .kept(head)
    case .refuse(let refusal):
      decision.refusal = refusal
      return decision.reason == .notStored ? .response : .newest
    }
  }

  private func allowsStale(_ refreshed: CachedResponse, _ call: CacheCall) -> Bool {
    !lacksCredential(refreshed.head, call)
      && ReuseDecision.isAllowedOnError(refreshed.head, for: call.control, at: date(of: call))
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
    var decision = decision
    let refreshed = await storeConfirmed(stored, by: response, of: call, fetch)
    (decision.outcome, decision.refusal) = (.revalidated, refreshed.refusal)
    decision.isStored = decision.refusal == nil
    return try await serve(refreshed.response, to: call, decision)
  }

  func exchange(_ response: TransportResponse, _ call: CacheCall, _ fetch: CacheFetch) -> CachedExchange {
    CachedExchange(
      status: response.status, headers: response.headers, request: call.request.headers, sent: fetch.sent,
      received: date(of: call))
  }
}

extension NetworkRequestError {
  /// True if the call failed because no server answered, so that a stale response is better than an error.
  fileprivate var leavesRoomForStale: Bool {
    switch self {
    case .urlSessionFailed, .deadlineExceeded, .refused: true
    case .invalidRequest, .badRequest, .unauthorized, .forbidden, .notFound, .error4xx, .serverError,
      .error5xx, .unexpectedStatus, .decodingError, .authenticationFailed, .cancelled, .bodyTooLarge,
      .unknownError:
      false
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
        ? .afterRevalidation(.requestDirective) : reuse(of: found.head, for: call)
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
    let fetch = CacheFetch(for: call, in: journal, sent: date(of: call), generation: store.generation)
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
    guard Validation.describes(response.headers, stored.head) else {
      // Those that are on their way are outdated, too.
      journal.invalidate(call.key)
      _ = await drop(call.key)
      return
    }
    _ = await storeConfirmed(stored, by: response, of: call, fetch)
  }
}

extension CacheTransport {
  /// Stores a response with the header fields of the one that has confirmed it. Returns it, and the reason if it was not stored.
  private func storeConfirmed(
    _ stored: CachedResponse, by response: TransportResponse, of call: CacheCall, _ fetch: CacheFetch
  ) async -> (response: CachedResponse, refusal: CacheDecision.Refusal?) {
    let exchange = Validation.refreshed(stored.head, by: exchange(response, call, fetch))
    let head = StorageDecision.head(exchange, under: call.key, policy: policy) ?? stored.head
    let refreshed = CachedResponse(head: head, body: stored.body)
    switch StorageDecision.verdict(exchange, under: call.key, request: call.control, policy: policy) {
    case .store: return (refreshed, await put(refreshed, fetch))
    case .refuse(let refusal):
      await forget(call, after: exchange.status)
      return (refreshed, refusal)
    }
  }

  /// Drops the stored response if a newer one that must not be stored replaces it; a transient error replaces nothing.
  private func forget(_ call: CacheCall, after status: Int) async {
    guard !call.control.noStore, (200..<400).contains(status) || [401, 403, 404, 410].contains(status) else {
      return
    }
    _ = await drop(call.key)
  }

  /// Stores a response with this body: a stream when it has been read to its end. Returns the reason if it is not stored.
  private func keep(
    _ body: inout TransportResponse.Body, as head: CachedResponse.Head, _ fetch: CacheFetch
  ) async -> CacheDecision.Refusal? {
    switch body {
    case .data(let data): return await put(CachedResponse(head: head, body: data), fetch)
    case .file(let url):
      let limit = store.maximumBodySize
      do throws(FileFailure) {
        let data = try await fileQueue.run { () throws(FileFailure) in
          try PosixFile.contents(of: url.path, upTo: limit)
        }
        return await put(CachedResponse(head: head, body: data), fetch)
      } catch {
        return error.code == .EFBIG ? .tooLarge : .failed(error.description)
      }
    case .stream(let stream):
      let length = head.headers[.contentLength].flatMap { DeltaSeconds.value($0) } ?? 0
      guard length <= store.maximumBodySize else { return .tooLarge }
      let collecting = stream.collecting(upTo: store.maximumBodySize) { data in
        // The caller has received the response, so its decision cannot report a failure of the store any more.
        _ = await put(CachedResponse(head: head, body: data), fetch)
      }
      body = .stream(collecting)
      return nil
    }
  }
}

extension CacheDecision {
  /// Notes that the response is stored with this head, or why it is not.
  fileprivate mutating func stored(_ head: CachedResponse.Head, unless refusal: Refusal?) {
    self.refusal = refusal
    guard refusal == nil else { return }
    isStored = true
    timeToLive = Self.whole(head.freshness.remaining(at: head.received))
  }

  /// Seconds as a whole number, which header fields have.
  static func whole(_ seconds: TimeInterval) -> Int64 {
    Int64(min(max(seconds, -Double(DeltaSeconds.unlimited)), Double(DeltaSeconds.unlimited)).rounded(.down))
  }
}

extension ByteStream {
  /// The same chunks, which are also collected, and passed to `whole` when all have been read. A body that is too large, fails
  /// or is not read to its end is not passed on.
  fileprivate func collecting(
    upTo limit: Int, whole: @escaping @Sendable (Data) async -> Void
  ) -> ByteStream {
    let collected = Locked<Data?>(Data())
    let pull = makeAsyncIterator().pull
    return ByteStream(continuing: self) { () async throws(NetworkRequestError) -> Data? in
      guard let chunk = try await pull() else {
        if let data = collected.withLock({ $0.take() }) { await whole(data) }
        return nil
      }
      collected.withLock { data in
        guard let count = data?.count, chunk.count <= limit - count else { return data = nil }
        data?.append(chunk)
      }
      return chunk
    }
  }
}

/// Reads the files that responses were delivered to, so that they can be stored.
private let fileQueue = BlockingQueue("requisite.cache.file", width: 4)
