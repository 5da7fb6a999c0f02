extension CacheTransport {
  /// Sends a request of another method than `GET` and `HEAD`, and forgets what it may have changed (RFC 9111 §4.4).
  func change(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    var decision = CacheDecision(.bypass, .method)
    guard !request.method.isSafe else { return finish(try await upstream.send(request), decision) }
    let response: TransportResponse
    do {
      response = try await upstream.send(request)
    } catch {
      // The server may have made the change all the same.
      if !error.isBeforeSending { _ = await invalidate([request.url]) }
      throw error
    }
    decision.forwardedStatus = response.status
    let urls = Self.changed(by: request.url, response)
    if !urls.isEmpty { decision.refusal = await invalidate(urls) }
    return finish(response, decision)
  }

  /// Forgets the responses of the URLs for whomever they are kept, those among them that are on their way: a change by one
  /// user is one for all (RFC 9111 §4.4). Returns how the store failed.
  private func invalidate(_ urls: [URL]) async -> CacheDecision.Refusal? {
    var failure: CacheDecision.Refusal?
    for key in urls.compactMap(CacheKey.init(changed:)) {
      shared.journal.withLock { $0.invalidate(key) }
      shared.pending.withLock { $0.removeEveryPartition(of: key) }
      let outcome = await attempt { () async throws(NetworkRequestError) in
        try await store.removeEveryPartition(of: key)
      }
      failure = failure ?? outcome
    }
    return failure
  }

  /// The URLs that a request that is not safe has changed: none where the server refused it, else its own and what the
  /// response names at the same origin; where a redirect was followed, also the URL that it led to.
  private static func changed(by url: URL, _ response: TransportResponse) -> [URL] {
    let wasRedirected = response.url != url && CacheKey(changed: response.url) != CacheKey(changed: url)
    guard (200..<400).contains(response.status) || wasRedirected else { return [] }
    let named = [HTTPHeaderName.location, .contentLocation]
      .flatMap { response.headers.contains($0) ? response.headers.values(for: $0) : [] }
      .compactMap { Redirection.target($0, from: response.url) }
    guard wasRedirected || !named.isEmpty else { return [url] }
    let origin = Origin(url)
    return [url] + ([response.url] + named).filter { Origin($0) == origin }
  }
}
