extension Transport {
  /// Answers calls from a store of responses, as a private HTTP cache (RFC 9111).
  ///
  /// A stored response is used while it is fresh. Otherwise the server is asked, and its response is stored if that is
  /// allowed.
  ///
  /// ```swift
  /// let store = MemoryCacheStore()      // may be shared by several stacks
  /// let transport = DefaultTransport.shared.retried().cached(in: store)
  /// ```
  /// Place it outside retry, limits and authentication: a stored response needs none of them. Each response states the
  /// cache's decision in ``TransportResponse/cacheDecision`` and in its `Cache-Status` field (RFC 9211).
  /// ``RequestOptions/cache`` changes how one call uses the cache.
  ///
  /// **What is stored**: responses to `GET` whose status and header fields allow it (§3), each under its URL and the
  /// request fields that `Vary` names (§4.1). Never stored are a response with `no-store`, a part (206), a redirect, the
  /// response of another URL to which a redirect led, and the server's response to a request with a `Range` or a
  /// condition of its own.
  ///
  /// **For whom**: a response is stored only if it is known what was sent for it, and nothing was sent that the key does not
  /// contain. The key has the request's header fields (``CachePolicy/ignoredFields``), the cookies of a ``CookieJar``, what
  /// the authenticators inside the cache answer to ``Authenticator/identity(of:)``, and
  /// ``RequestOptions/cachePartition``. What was sent is known from the ``TerminalTransport``: over a plain ``Transport``
  /// nothing is stored. Neither is the response to a request that a layer inside gave another field, or built anew. The
  /// authenticators are found by ``Transport/upstream``; a response for the credential of one that a layer of your own hides is
  /// not stored. A client certificate is not seen: use a store for each.
  ///
  /// **When it is used**: while it is fresh by `max-age`, `Expires` or a heuristic (§4.2); then after the server has
  /// confirmed it by its entity tag or date (304, §4.3); stale if the request or the server allows that (`max-stale`,
  /// `stale-while-revalidate`, `stale-if-error`, RFC 5861). The stored response to a `GET` also answers a `HEAD` and,
  /// while it may be used without asking the server, a request for one range of bytes, also with `If-Range` (RFC 9110
  /// §14.2). Requests with several ranges or other conditions go to the server. A server error during a revalidation in
  /// the background does not replace the stored response.
  ///
  /// **When it is removed**: an unsafe request that succeeds invalidates the responses of its URL, and of the URLs that
  /// `Location` and `Content-Location` name at the same origin, for all users (§4.4). A request whose response is lost
  /// after sending invalidates those of its URL.
  ///
  /// **Deliveries**: all are answered from the store. A streamed response is stored when it has been read to its end. A
  /// response in a file is read once more to be stored, up to ``CacheStore/maximumBodySize``.
  ///
  /// The caller gets a response before a store that takes time, such as a disk, has stored it; meanwhile the response
  /// answers calls from memory. A program that is about to end awaits ``DiskCacheStore/flush()``.
  ///
  /// A failure of the store fails no call. Cancellation interrupts waiting for the server, but not reading the store.
  ///
  /// - Parameters:
  ///   - store: The store of the responses; in memory by default. Several stacks may share one.
  ///   - policy: The choices that the RFC leaves to a cache.
  ///   - onStoreFailure: Called with each failure of the store, such as a full disk, including those after the caller has
  ///     received the response. By default nothing is reported.
  ///   - clock: The clock whose date ages are computed with; that of the first call (``TransportRequest/clock``) by default.
  /// - Returns: A transport that throws the errors of this one, and ``NetworkRequestError/urlSessionFailed(_:)`` if a
  ///   stored response cannot be written to the file of the request.
  public func cached(
    in store: some CacheStore = MemoryCacheStore(), policy: CachePolicy = CachePolicy(),
    onStoreFailure: @escaping @Sendable (NetworkRequestError) -> Void = { _ in },
    clock: CallClock? = nil
  ) -> some Transport {
    var cache = CacheTransport(upstream: self, store: store, policy: policy, clock: LayerClock(clock))
    cache.onStoreFailure = onStoreFailure
    return cache
  }
}

/// The choices that RFC 9111 leaves to a cache.
public struct CachePolicy: Sendable {
  /// The name of the cache in `Cache-Status` (RFC 9211), a token. “Requisite” by default.
  public var name: String
  /// The fraction of the time since a response's last change that is its lifetime if the server states none (RFC 9111
  /// §4.2.2). 0.1 by default, as the RFC proposes; 0 for no heuristic.
  public var heuristicFraction: Double
  /// The longest heuristic lifetime. A day by default, because a resource that has not changed for years can still change
  /// at any time.
  public var heuristicLimit: Duration
  /// The request fields that do not distinguish users, besides those that are known to be harmless; `X-Request-ID` by default.
  ///
  /// A response is used only for requests with the same values of all other fields, because any of them may be a
  /// credential: in a process that acts for many users, no user gets a response that was meant for another. (The RFC
  /// requires this of shared caches.) Only a hash of the values is kept. Known to be harmless are `Accept`, `Accept-Charset`,
  /// `Accept-Language`, `User-Agent`, `Range`, the conditional fields, `Cache-Control`, `Pragma`, `Prefer`, `Priority`,
  /// `traceparent` and `tracestate`, which `Vary` tells apart, and fields whose value is the id of the call. The same rule
  /// applies to the fields that layers inside the cache add: if one of them is not listed, the response is not stored.
  public var ignoredFields: Set<HTTPHeaderName>

  /// Creates a policy; see the properties for the defaults. A `name` that is no token is replaced by “Requisite”.
  public init(
    name: String = "Requisite", heuristicFraction: Double = 0.1, heuristicLimit: Duration = .seconds(86_400),
    ignoredFields: Set<HTTPHeaderName> = [.xRequestID]
  ) {
    self.name = Token.isValid(name) ? name : "Requisite"
    self.heuristicFraction = heuristicFraction
    self.heuristicLimit = heuristicLimit
    self.ignoredFields = ignoredFields
  }
}
