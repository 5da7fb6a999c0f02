extension CacheTransport {
  /// Puts a response into the store. Returns why it is not there.
  ///
  /// A store that has to wait, as for a disk, is not waited for: the response answers calls from ``PendingResponses``
  /// until it is stored, and how that ends is not reported. A store that is done at once reports its failure.
  func put(_ stored: CachedResponse, _ fetch: CacheFetch) async -> CacheDecision.Refusal? {
    let key = stored.head.key
    guard stored.body.count <= store.maximumBodySize else { return .tooLarge }
    guard !fetch.isOutdated(key, in: store.generation) else { return .invalidated }
    let (ticket, isCrowded) = shared.pending.withLock { pending in
      (pending.add(stored, of: fetch), pending.isCrowded)
    }
    let outcome = Locked<Writing>(.underWay)
    let writing = Task.startedInPlace {
      let refusal = await write(stored, fetch, ticket)
      shared.pending.withLock { $0.remove(ticket, of: key) }
      outcome.withLock { $0 = .over(refusal) }
    }
    if isCrowded { await writing.value }
    guard case .over(let refusal) = outcome.withLock(\.self) else { return nil }
    return refusal
  }

  private func write(
    _ stored: CachedResponse, _ fetch: CacheFetch, _ ticket: Int
  ) async -> CacheDecision.Refusal? {
    let key = stored.head.key
    guard shared.pending.withLock({ $0.contains(ticket, of: key) }) else { return .invalidated }
    let failure = await attempt { () async throws(NetworkRequestError) in try await store.store(stored) }
    // An invalidation that came in between has not seen this one.
    guard fetch.isOutdated(key, in: store.generation) else { return failure }
    return await attempt { () async throws(NetworkRequestError) in try await store.remove(key) }
      ?? .invalidated
  }

  /// Forgets the responses under a key, those among them that are not stored yet. Returns how the store failed.
  func drop(_ key: CacheKey) async -> CacheDecision.Refusal? {
    shared.pending.withLock { $0.removeAll(key) }
    return await attempt { () async throws(NetworkRequestError) in try await store.remove(key) }
  }

  /// Runs what changes the store. Returns how it failed.
  func attempt(
    _ change: () async throws(NetworkRequestError) -> Void
  ) async -> CacheDecision.Refusal? {
    do throws(NetworkRequestError) {
      try await change()
      return nil
    } catch {
      return .failed(error.description)
    }
  }
}

private enum Writing: Sendable {
  case underWay
  case over(CacheDecision.Refusal?)
}
