extension CacheTransport {
  /// Stores a response of the server if that is allowed, and returns it with its decision.
  func storeIfAllowed(
    _ response: consuming TransportResponse, of call: CacheCall, _ fetch: CacheFetch,
    _ decision: CacheDecision
  ) async -> TransportResponse {
    var decision = decision
    if let refusal = refusal(of: response, to: call, fetch) {
      decision.refusal = refusal
      return finish(response, decision)
    }
    guard response.bodyFailure == nil else {
      decision.refusal = .failed("the body of the response is incomplete")
      return finish(response, decision)
    }
    switch verdict(on: response, to: call, fetch) {
    case .refuse(let refusal):
      decision.refusal = refusal
      if decision.reason != .notStored { await forget(call, after: response.status) }
    case .store(let head):
      let refusal: CacheDecision.Refusal?
      (response.body, refusal) = await storeBody(response.body, as: head, fetch)
      decision.stored(head, unless: refusal)
    }
    return finish(response, decision)
  }

  /// Stores a response as ``storeIfAllowed(_:of:_:_:)`` does, if nothing has to be awaited: a body and a store in memory, and no
  /// older response. Returns false if something has.
  ///
  /// Nearly every call goes this way. Its variables are not part of the frame that waits for the response, which a call holds
  /// as long as the server takes.
  @inline(never)
  func storeAtOnce(
    _ response: inout TransportResponse, of call: CacheCall, _ reason: CacheDecision.Reason,
    _ fetch: CacheFetch
  ) -> Bool {
    guard let memory, case .data(let data) = response.body, response.bodyFailure == nil, reason == .notStored,
      !call.isInBackground
    else { return false }
    var decision = CacheDecision(.miss, reason)
    decision.forwardedStatus = response.status
    decision.refusal = refusal(of: response, to: call, fetch)
    if decision.refusal == nil {
      switch verdict(on: response, to: call, fetch) {
      case .refuse(let refusal): decision.refusal = refusal
      case .store(let head):
        let refusal = put(CachedResponse(head: head, body: data), fetch, in: memory)
        decision.stored(head, unless: refusal)
      }
    }
    note(decision, in: &response)
    return true
  }

  private func verdict(
    on response: TransportResponse, to call: CacheCall, _ fetch: CacheFetch
  ) -> StorageDecision.Verdict {
    StorageDecision.verdict(
      exchange(response, call, fetch), under: call.key, request: call.control, policy: policy)
  }

  /// Stores a response that the server has confirmed. Returns the reason if it was not stored.
  func storeConfirmed(
    _ stored: CachedResponse, by exchange: CachedExchange, of call: CacheCall, _ fetch: CacheFetch
  ) async -> CacheDecision.Refusal? {
    switch StorageDecision.verdict(exchange, under: call.key, request: call.control, policy: policy) {
    case .store: return await put(stored, fetch)
    case .refuse(let refusal):
      await forget(call, after: exchange.status)
      return refusal
    }
  }

  /// Drops the stored response if a newer one that must not be stored replaces it; a transient error replaces nothing.
  private func forget(_ call: CacheCall, after status: Int) async {
    guard !call.control.noStore, (200..<400).contains(status) || [401, 403, 404, 410].contains(status) else {
      return
    }
    _ = await drop(call.key)
  }

  private func storeBody(
    _ body: ResponseBody, as head: CachedHead, _ fetch: CacheFetch
  ) async -> (ResponseBody, CacheDecision.Refusal?) {
    switch body {
    case .data(let data):
      return (body, await put(CachedResponse(head: head, body: data), fetch))
    case .file(let url):
      switch await StoredFile.read(url, upTo: store.maximumBodySize) {
      case .success(let data): return (body, await put(CachedResponse(head: head, body: data), fetch))
      case .failure(let failure): return (body, failure.refusal)
      }
    case .stream(let stream):
      let length = head.headers[.contentLength].flatMap { DeltaSeconds.value($0) } ?? 0
      guard length <= store.maximumBodySize else { return (body, .tooLarge) }
      let collecting = CollectingStream(stream, upTo: store.maximumBodySize) { data in
        // The caller has received the response, so its decision cannot report a failure of the store any more.
        _ = await put(CachedResponse(head: head, body: data), fetch)
      }
      return (.stream(collecting.stream), nil)
    }
  }
}

extension CacheDecision {
  /// Notes that the response is stored with this head, or why it is not.
  fileprivate mutating func stored(_ head: CachedHead, unless refusal: Refusal?) {
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

/// A stream that collects its chunks, and passes them on when all have been read. A body that is too large, fails or is
/// not read to its end is not passed on.
private struct CollectingStream: Sendable {
  /// The chunks, as they come.
  let stream: ByteStream

  init(_ source: ByteStream, upTo limit: Int, whole: @escaping @Sendable (Data) async -> Void) {
    let collected = Locked<Data?>(Data())
    let pull = source.makeAsyncIterator().pull
    stream = ByteStream(continuing: source) { () async throws(NetworkRequestError) -> Data? in
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

/// Reads the file that a response was delivered to, so that it can be stored.
private enum StoredFile {
  /// Why a file is not stored.
  struct Failure: Error { let refusal: CacheDecision.Refusal }

  private static let queue = BlockingQueue("requisite.cache.file", width: 4)

  static func read(_ url: URL, upTo limit: Int) async -> Result<Data, Failure> {
    await queue.run {
      do throws(FileFailure) {
        return .success(try PosixFile.contents(of: url.path, upTo: limit))
      } catch {
        let refusal =
          error.code == .EFBIG ? .tooLarge : CacheDecision.Refusal.failed(error.description)
        return .failure(Failure(refusal: refusal))
      }
    }
  }
}
