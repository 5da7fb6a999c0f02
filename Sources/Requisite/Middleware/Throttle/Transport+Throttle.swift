extension Transport {
  /// Lets at most `max` calls run at a time; the others wait for their turn.
  ///
  /// ```swift
  /// let transport = DefaultTransport.shared.throttled(max: 8)
  /// let gentle = DefaultTransport.shared.throttled(max: 2, scope: .perHost)
  /// let prefetch = RequestOptions().with(\.priority, .low)
  /// ```
  /// Calls are sent in the order of their arrival among those of one ``RequestOptions/priority``; a higher priority goes
  /// first. A call occupies its place until its response has arrived. A streamed response occupies it until the stream
  /// has ended, failed or been dropped: read each stream, or drop it. A call that is cancelled, or whose deadline passes,
  /// leaves the queue at once. Calls fail with ``NetworkRequestError/refused(_:)`` and
  /// ``Refusal/Reason/queueFull(limit:)`` if the queue is full. Calls of a ``CredentialRefresh`` pass without a place, because
  /// the calls that have one may wait for the credential.
  ///
  /// Place it inside retries, so that a call that waits for its next attempt occupies no place.
  ///
  /// - Parameters:
  ///   - max: The number of calls that run at a time; at least 1.
  ///   - scope: Whether all calls are counted together, the default, or those to each host.
  ///   - queue: The number of calls that may wait; further ones fail. 10,000 by default: far more than any user waits
  ///     for, and a limit to the memory that a server that hangs can make a process use.
  public func throttled(max: Int, scope: LimitScope = .all, queue: Int = 10_000) -> some Transport {
    ThrottleTransport(upstream: self, scope: scope, gate: ConcurrencyLimiter(limit: max, queueLimit: queue))
  }
}

extension Transport {
  /// Unavailable: the parameter is called `max`.
  @available(*, unavailable, renamed: "throttled(max:scope:queue:)")
  public func throttled(
    maxConcurrent: Int, scope: LimitScope = .all, queue: Int = 10_000
  ) -> some Transport { self }
}

/// The transport that sends each call through `upstream` when a place is free.
struct ThrottleTransport<Upstream: Transport>: Transport {
  let upstream: Upstream
  let scope: LimitScope
  let gate: ConcurrencyLimiter

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    // A call with a place may wait for the credential.
    guard !CredentialRefresh.isUnderWay else { return try await upstream.send(request) }
    let key = scope.key(of: request)
    try await gate.enter(key, for: request)
    do throws(NetworkRequestError) {
      return leaving(key, after: try await upstream.send(request))
    } catch {
      gate.leave(key)
      throw error
    }
  }

  /// Frees the place of a call: now, or when the stream of its response has ended.
  @inline(never)
  private func leaving(_ key: ScopeKey, after response: consuming TransportResponse) -> TransportResponse {
    guard case .stream(let stream) = response.body else {
      gate.leave(key)
      return response
    }
    response.body = .stream(stream.ending { [gate] in gate.leave(key) })
    return response
  }
}
