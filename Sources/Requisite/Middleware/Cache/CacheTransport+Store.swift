extension CacheTransport {
  /// Puts a response into the store. Returns the reason if it is not stored.
  ///
  /// The call does not wait for a store that takes time, such as a disk, unless too many bytes are waiting: the response
  /// answers calls from ``PendingResponses`` until it is stored, and only ``CacheTransport/onStoreFailure`` receives a
  /// failure. A store that finishes at once reports its failure as the result.
  @inline(__always)
  func put(_ stored: CachedResponse, _ fetch: CacheFetch) async -> CacheDecision.Refusal? {
    guard stored.body.count <= store.maximumBodySize else { return .tooLarge }
    // A store in memory needs no task.
    if let memory { return fetch.store(stored, in: memory) ? nil : .invalidated }
    guard !fetch.isOutdated(stored.head.key, in: store.generation) else { return .invalidated }
    let (ticket, isCrowded) = journal.pending.withLock { pending in
      (pending.add(stored, of: fetch), pending.isCrowded)
    }
    let outcome = Locked<Writing>(.inProgress)
    let writing = Task.startedInPlace {
      let refusal = await write(stored, ticket)
      journal.pending.withLock { $0.remove(ticket, of: stored.head.key) }
      outcome.withLock { $0 = .over(refusal) }
    }
    if isCrowded { await writing.value }
    guard case .over(let refusal) = outcome.withLock(\.self) else { return nil }
    return refusal
  }

  private func write(_ stored: CachedResponse, _ ticket: Int) async -> CacheDecision.Refusal? {
    let key = stored.head.key
    var failure: CacheDecision.Refusal?
    do { try await store.store(stored) } catch { failure = reported(error) }
    // What has dropped or outdated this response meanwhile may have removed it before it was there.
    guard !journal.pending.withLock({ $0.isUsable(ticket, of: key, in: store.generation) }) else {
      return failure
    }
    do { try await store.remove(key) } catch { return reported(error) }
    return .invalidated
  }

  /// Removes the responses under a key, including those that are being stored. Returns the failure of the store, if any.
  func drop(_ key: CachedResponse.Key) async -> CacheDecision.Refusal? {
    journal.pending.withLock { $0.drop(key) }
    do { try await store.remove(key) } catch { return reported(error) }
    return nil
  }

  /// Reports a failure of the store to ``CacheTransport/onStoreFailure``, and returns it as the reason.
  private func reported(_ error: NetworkRequestError) -> CacheDecision.Refusal {
    onStoreFailure(error)
    return .failed(error.description)
  }
}

private enum Writing: Sendable {
  case inProgress
  case over(CacheDecision.Refusal?)
}

extension CacheTransport {
  /// Sends a request with a method other than `GET` and `HEAD`, and removes the responses that it may have changed (RFC
  /// 9111 §4.4).
  func change(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    guard !request.method.isSafe else { return try await pass(request, .method) }
    var decision = CacheDecision(.bypass, .method)
    let result = await upstream.outcome(of: request)
    let changed = request.changedURLs(by: result)
    if !changed.isEmpty { decision.refusal = await invalidate(changed) }
    let response = try result.get()
    decision.forwardedStatus = response.status
    return finish(response, decision)
  }

  /// Removes the responses of the URLs in all partitions, including those on their way, because a change by one user
  /// affects all (RFC 9111 §4.4). Returns the failure of the store, if any.
  private func invalidate(_ keys: [CachedResponse.Key]) async -> CacheDecision.Refusal? {
    var failure: CacheDecision.Refusal?
    for key in keys {
      journal.invalidate(key)
      do { try await store.removeEveryPartition(of: key) } catch {
        let refusal = reported(error)
        failure = failure ?? refusal
      }
      // What was looked up before it was removed is outdated, too.
      journal.invalidate(key)
    }
    return failure
  }
}

extension TransportRequest {
  /// Returns the URLs that the request has changed (RFC 9111 §4.4): none if its method is safe or the server refused it. They are
  /// its own and, at the same origin, those that the response names and the target of a redirect.
  func changedURLs(by result: Result<TransportResponse, NetworkRequestError>) -> [CachedResponse.Key] {
    guard !method.isSafe else { return [] }
    let urls: [URL] =
      switch result {
      case .success(let response): Self.changed(by: url, response)
      // The server may have made the change although the response was lost.
      case .failure(let error): error.isBeforeSending ? [] : [url]
      }
    return urls.compactMap(CachedResponse.Key.init(changed:))
  }

  private static func changed(by url: URL, _ response: TransportResponse) -> [URL] {
    let wasRedirected =
      response.url != url && CachedResponse.Key(changed: response.url) != CachedResponse.Key(changed: url)
    guard (200..<400).contains(response.status) || wasRedirected else { return [] }
    let named = [HTTPHeaderName.location, .contentLocation]
      .flatMap { response.headers.contains($0) ? response.headers.values(for: $0) : [] }
      .compactMap { Redirection.target($0, from: response.url) }
    guard wasRedirected || !named.isEmpty else { return [url] }
    let origin = Origin(url)
    return [url] + ([response.url] + named).filter { Origin($0) == origin }
  }

  /// Returns the request with a record in which is noted where in a journal the call began.
  func noting(_ journal: ChangeJournal) -> TransportRequest {
    let request = recorded(on: clock)
    guard request.method.isSafe else { return request }
    // A URL without a host is sent nowhere.
    if let key = CachedResponse.Key(changed: url) { request.record?.note(journal.start(of: key.url)) }
    return request
  }
}
