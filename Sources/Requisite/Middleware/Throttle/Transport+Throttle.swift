extension Transport {
  /// Lets at most `max` calls run at a time; the others wait for their turn.
  ///
  /// ```swift
  /// let transport = DefaultTransport.shared.throttled(max: 8)
  /// let gentle = DefaultTransport.shared.throttled(max: 2, scope: .perHost)
  /// let prefetch = RequestOptions().with(\.priority, .low)
  /// ```
  /// First come, first served, among calls of one ``RequestOptions/priority``; a higher one goes first. A call holds its
  /// place until its response is there, a streamed one until its stream has ended, failed or been dropped: read each stream, or drop it. A call that is cancelled, or whose deadline passes, leaves the queue at once. Throws
  /// ``NetworkRequestError/refused(_:)`` with ``Refusal/Reason/queueFull(limit:)`` where the queue is full, and
  /// ``NetworkRequestError/cancelled(_:)``.
  ///
  /// Place it inside of retries, so that a call which waits for its next attempt holds no place.
  ///
  /// - Parameters:
  ///   - max: How many run at a time; 1 at least.
  ///   - scope: Whether all calls are counted together, the default, or those to each host.
  ///   - queue: How many may wait; beyond, calls fail. 10,000 by default: far more than anyone waits for, and a bound
  ///     to what a server that hangs can make a process keep.
  public func throttled(max: Int, scope: LimitScope = .all, queue: Int = 10_000) -> some Transport {
    ThrottleTransport(upstream: self, scope: scope, gate: ConcurrencyLimiter(limit: max, queueLimit: queue))
  }
}

/// Sends through its upstream when there is a free place.
struct ThrottleTransport<Upstream: Transport>: Transport {
  let upstream: Upstream
  let scope: LimitScope
  let gate: ConcurrencyLimiter

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    let key = scope.key(of: request)
    try await gate.enter(key, for: request)
    do throws(NetworkRequestError) {
      let response = try await upstream.send(request)
      guard case .stream(let stream) = response.body else {
        gate.leave(key)
        return response
      }
      var result = response
      result.body = .stream(stream.ending { [gate] in gate.leave(key) })
      return result
    } catch {
      gate.leave(key)
      throw error
    }
  }
}
