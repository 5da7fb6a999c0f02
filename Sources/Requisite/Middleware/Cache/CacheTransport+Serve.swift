extension CacheTransport {
  /// Answers a call with a stored response.
  func serve(
    _ stored: CachedResponse, to call: CacheCall, _ decision: CacheDecision
  ) async throws(NetworkRequestError) -> TransportResponse {
    let moment = now()
    var decision = decision
    decision.age = CacheDecision.whole(stored.head.freshness.age(at: moment))
    decision.timeToLive = CacheDecision.whole(stored.head.freshness.remaining(at: moment))
    var headers = stored.head.headers
    headers.set(HTTPHeader(.age, String(decision.age ?? 0)))
    let body = call.request.method == .head ? Data() : stored.body
    let isBuffered = call.request.delivery == .buffered
    let response = TransportResponse(
      status: stored.head.status, headers: headers, url: call.request.url,
      body: isBuffered ? .data(body) : try await deliver(body, to: call.request, status: stored.head.status))
    call.request.record?.append(call.exchange(by: layers, status: stored.head.status))
    return finish(response, decision)
  }

  /// Returns the response with status 504, for a call that accepts only a stored response if none can be used (RFC 9111
  /// §5.2.1.7).
  func unavailable(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    let body = try await deliver(Data(), to: request, status: 504)
    let response = TransportResponse(status: 504, url: request.url, body: body)
    return finish(response, CacheDecision(.miss, .onlyIfCached))
  }

  private func deliver(
    _ data: Data, to request: TransportRequest, status: Int
  ) async throws(NetworkRequestError) -> ResponseBody {
    switch request.delivery {
    case .buffered, .opened: return .data(data)
    case .streamed: return .stream(ByteStream(data))
    case .file:
      guard TransferFile.takes(status, of: request) else { return .data(data) }
      guard let file = try await TransferFile.open(for: request) else { return .data(data) }
      return .file(try await file.receive(ByteStream(data)))
    }
  }
}

extension CacheTransport {
  /// Answers a request for one range of bytes from the stored whole response, if that may be used without asking the
  /// server (RFC 9110 §14.2, RFC 9111 §3.3). Any other request with a range goes to the server, and its response is not
  /// stored.
  func part(_ call: CacheCall) async throws(NetworkRequestError) -> TransportResponse {
    if !call.ignoresStored, case .found(let stored) = await find(call),
      let decision = Self.decision(on: stored, for: call, at: now()),
      let selection = RangeSelection(call.request.headers, of: stored.head, count: stored.body.count)
    {
      return try await serve(stored, selection, to: call, decision)
    }
    if call.control.onlyIfCached { return try await unavailable(call.request) }
    return try await pass(call.forwarded(with: nil), .conditional)
  }

  private static func decision(on stored: CachedResponse, for call: CacheCall, at now: Date) -> CacheDecision?
  {
    switch ReuseDecision(of: stored.head, for: call.control, at: now) {
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
      let place = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(count)"
      let part = stored.replacing(status: 206, body: Data(body), contentRange: place)
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
    let head = CachedHead(
      key: head.key, varying: head.varying, status: status, headers: headers, freshness: head.freshness)
    return CachedResponse(head: head, body: body)
  }
}
