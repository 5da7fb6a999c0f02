extension CacheTransport {
  /// Stores a response of the server if that is allowed, and returns it with its decision.
  @inline(__always)
  func storeIfAllowed(
    _ response: consuming TransportResponse, of call: CacheCall, _ fetch: CacheFetch,
    _ decision: CacheDecision
  ) async -> TransportResponse {
    var decision = decision
    if let refusal = await refusal(of: response, to: call) {
      decision.refusal = refusal
      return finish(response, decision)
    }
    guard response.bodyFailure == nil else {
      decision.refusal = .failed("the body of the response is incomplete")
      return finish(response, decision)
    }
    let exchange = exchange(response, call, fetch)
    switch StorageDecision.verdict(exchange, under: call.key, request: call.control, policy: policy) {
    case .refuse(let refusal):
      decision.refusal = refusal
      if decision.reason != .notStored { await forget(call, after: exchange.status) }
    case .store(let head):
      if let memory, case .data(let data) = response.body {
        decision.refusal = put(CachedResponse(head: head, body: data), fetch, in: memory)
      } else {
        (response.body, decision.refusal) = await storeBody(response.body, as: head, fetch)
      }
      guard decision.refusal == nil else { break }
      decision.isStored = true
      decision.timeToLive = Self.whole(head.freshness.remaining(at: exchange.received))
    }
    return finish(response, decision)
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
