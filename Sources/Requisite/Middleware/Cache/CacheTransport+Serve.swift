extension CacheTransport {
  /// Answers with a stored response.
  func serve(
    _ stored: CachedResponse, to call: CacheCall, _ decision: CacheDecision
  ) async throws(NetworkRequestError) -> TransportResponse {
    let moment = now()
    var decision = decision
    decision.age = Self.whole(stored.head.freshness.age(at: moment))
    decision.timeToLive = Self.whole(stored.head.freshness.remaining(at: moment))
    var headers = stored.head.headers
    headers.set(HTTPHeader(.age, String(decision.age ?? 0)))
    let body = call.request.method == .head ? Data() : stored.body
    let response = TransportResponse(
      status: stored.head.status, headers: headers, url: call.request.url,
      body: stored.head.status == 416 ? .data(body) : try await deliver(body, to: call.request))
    return finish(response, decision)
  }

  /// The answer where only a stored response is wanted and none can be used (RFC 9111 §5.2.1.7).
  func unavailable(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    let body = try await deliver(Data(), to: request)
    let response = TransportResponse(status: 504, url: request.url, body: body)
    return finish(response, CacheDecision(.miss, .onlyIfCached))
  }

  private func deliver(
    _ data: Data, to request: TransportRequest
  ) async throws(NetworkRequestError) -> ResponseBody {
    switch request.delivery {
    case .buffered: return .data(data)
    case .streamed: return .stream(ByteStream(data))
    case .file:
      guard let file = try await TransferFile.open(for: request) else { return .data(data) }
      return .file(try await file.receive(ByteStream(data)))
    }
  }

  static func whole(_ seconds: TimeInterval) -> Int {
    Int(min(max(seconds, -Double(CacheControl.unlimited)), Double(CacheControl.unlimited)).rounded(.down))
  }
}
