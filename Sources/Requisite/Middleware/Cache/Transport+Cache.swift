extension Transport {
  /// Answers from a store where a response there is still good, asks the server where it may not be, and keeps what the
  /// server lets it keep: a private HTTP cache (RFC 9111).
  ///
  /// ```swift
  /// let store = MemoryCacheStore()      // may be shared by several stacks
  /// let transport = DefaultTransport.shared.retried().cached(in: store)
  /// ```
  /// Put it outside of retry, limits and authentication: a response that is there costs none of them. Every response says
  /// what was done in ``TransportResponse/cacheDecision`` and in its `Cache-Status` field (RFC 9211); one call
  /// changes it by ``RequestOptions/cache``.
  ///
  /// **What is kept**: responses to `GET` whose status and header fields allow it (§3), each under its URL and by the
  /// fields that `Vary` names (§4.1). Never: what `no-store` forbids, a part (206), a redirect, the response of another
  /// URL to which a redirect led, and what a request with a `Range` or a condition of its own gets from the server. For
  /// credentials see ``CachePolicy/identifyingFields``.
  ///
  /// **When it is used**: while it is fresh by `max-age`, `Expires` or a guess (§4.2); then after the server has
  /// confirmed it by its entity tag or date (304, §4.3); stale where request or server allow it (`max-stale`,
  /// `stale-while-revalidate`, `stale-if-error`, RFC 5861). A `HEAD` is answered by the response to a `GET`, and so is a
  /// request for one range of bytes, with `If-Range` too, while that response is fresh (RFC 9110 §14.2); several ranges and
  /// other conditions pass through. A call by another method, unless it fails, invalidates the URL and what `Location` and
  /// `Content-Location` name at the same origin, for all users (§4.4). A server's error in the background takes no good
  /// response's place.
  ///
  /// **Deliveries**: all are answered from the store. A streamed response is stored when it has been read to its end; one
  /// in a file is read once more for it, up to ``CacheStore/maximumBodySize``.
  ///
  /// A response is handed over before a store that has to wait, as for a disk, has it; it answers calls from memory meanwhile.
  /// A program that is about to end awaits ``DiskCacheStore/flush()``.
  ///
  /// A store that fails makes no call fail. Reading the store is not interrupted by cancellation; waiting for the
  /// server is.
  ///
  /// - Parameters:
  ///   - store: Where responses are kept; in memory by default. Stacks may share one.
  ///   - policy: What the RFC leaves open.
  ///   - now: The wall clock that ages are counted by.
  /// - Returns: A transport that throws what this one does, and
  ///   ``NetworkRequestError/urlSessionFailed(_:)`` where a stored response cannot be written to the file asked for.
  public func cached(
    in store: some CacheStore = MemoryCacheStore(), policy: CachePolicy = CachePolicy(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) -> some Transport {
    CacheTransport(upstream: self, store: store, policy: policy, now: now)
  }
}
