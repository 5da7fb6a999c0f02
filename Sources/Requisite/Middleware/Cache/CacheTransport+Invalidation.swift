extension CacheTransport {
  /// Sends a request of another method than `GET` and `HEAD`, and forgets what it may have changed (RFC 9111 §4.4).
  func change(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    var decision = CacheDecision(.bypass, .method)
    guard !request.method.isSafe else { return finish(try await upstream.send(request), decision) }
    let response: TransportResponse
    do {
      response = try await upstream.send(request)
    } catch {
      // Whether the server has done it, nobody knows.
      if !error.isBeforeSending { _ = await invalidate(keys([request.url], like: request)) }
      throw error
    }
    decision.forwardedStatus = response.status
    let urls = Self.changed(by: request.url, response)
    if !urls.isEmpty { decision.refusal = await invalidate(keys(urls, like: request)) }
    return finish(response, decision)
  }

  /// Forgets the responses under the keys, those among them that are on their way. Returns how the store failed.
  func invalidate(_ keys: [CacheKey]) async -> CacheDecision.Refusal? {
    var failure: CacheDecision.Refusal?
    for key in keys {
      shared.journal.withLock { $0.invalidate(key) }
      let outcome = await attempt { () async throws(NetworkRequestError) in try await store.remove(key) }
      failure = failure ?? outcome
    }
    return failure
  }

  private func keys(_ urls: [URL], like request: TransportRequest) -> [CacheKey] {
    let partition = policy.partition(of: request)
    return urls.compactMap { CacheKey(changed: $0, partition: partition) }
  }

  /// The URLs that a request that is not safe has changed: none where the server refused it, else its own and what the
  /// response names at the same origin; where a redirect was followed, also the URL that it led to.
  private static func changed(by url: URL, _ response: TransportResponse) -> [URL] {
    let wasRedirected = response.url != url && key(response.url) != key(url)
    guard (200..<400).contains(response.status) || wasRedirected else { return [] }
    let named = [HTTPHeaderName.location, .contentLocation]
      .flatMap { response.headers.contains($0) ? response.headers.values(for: $0) : [] }
      .compactMap { Redirection.target($0, from: response.url) }
    guard wasRedirected || !named.isEmpty else { return [url] }
    let origin = Origin(url)
    return [url] + ([response.url] + named).filter { Origin($0) == origin }
  }

  private static func key(_ url: URL) -> CacheKey? { CacheKey(changed: url, partition: "") }
}
