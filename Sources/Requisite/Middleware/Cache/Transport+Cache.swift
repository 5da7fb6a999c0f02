extension Transport {
  /// Answers from a store where a response there is still good, asks the server where it may not be, and keeps what the
  /// server lets it keep: a private HTTP cache (RFC 9111).
  ///
  /// ```swift
  /// let store = MemoryCacheStore()      // may be shared by several stacks
  /// let transport = DefaultTransport.shared.retried().cached(in: store)
  /// ```
  /// Put it outside of retry, limits and authentication: a stored response uses none of them. Every response says
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
  ///   - onStoreFailure: Called with each failure of the store, such as a full disk, also one that comes after the response
  ///     was handed over. No call fails by it; by default nothing is reported.
  ///   - now: The wall clock that ages are counted by.
  /// - Returns: A transport that throws what this one does, and
  ///   ``NetworkRequestError/urlSessionFailed(_:)`` where a stored response cannot be written to the file asked for.
  public func cached(
    in store: some CacheStore = MemoryCacheStore(), policy: CachePolicy = CachePolicy(),
    onStoreFailure: @escaping @Sendable (NetworkRequestError) -> Void = { _ in },
    now: @escaping @Sendable () -> Date = { Date() }
  ) -> some Transport {
    CacheTransport(upstream: self, store: store, policy: policy, now: now, onStoreFailure: onStoreFailure)
  }
}

/// What a cache decides where RFC 9111 leaves it the choice.
public struct CachePolicy: Sendable {
  /// The name of the cache in `Cache-Status` (RFC 9211); a token. “Requisite” by default.
  public var name: String
  /// Which part of the time since its last change a response is fresh where the server does not say for how long
  /// (RFC 9111 §4.2.2). A tenth by default, as the RFC proposes; 0 for no guesses.
  public var heuristicFraction: Double
  /// The longest time that is guessed. A day by default: what has not changed in years may change tomorrow.
  public var heuristicLimit: Duration
  /// Fields of a request that identify the user: `Authorization`, `Cookie` and `X-Api-Key` by default.
  ///
  /// A response to a request with such fields is used only for requests with the same: in a process that acts for many
  /// users, no user gets a response that was meant for another. (The RFC asks that of caches that are shared.) Only their hash is
  /// kept. The cookies of a ``CookieJar`` count as a `Cookie` field does, where ``Transport/cookies(in:)`` stands outside
  /// of the cache. Credentials that are added further inside, by an authenticator, are not seen here: see
  /// ``RequestOptions/cachePartition``.
  public var identifyingFields: Set<HTTPHeaderName>

  /// Makes a policy; see the properties for the defaults.
  public init(
    name: String = "Requisite", heuristicFraction: Double = 0.1, heuristicLimit: Duration = .seconds(86_400),
    identifyingFields: Set<HTTPHeaderName> = [.authorization, .cookie, "X-Api-Key"]
  ) {
    self.name = Token.isValid(name) ? name : "Requisite"
    self.heuristicFraction = heuristicFraction
    self.heuristicLimit = heuristicLimit
    self.identifyingFields = identifyingFields
  }
}
