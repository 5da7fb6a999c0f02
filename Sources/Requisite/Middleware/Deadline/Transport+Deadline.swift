extension Transport {
  /// Ends each call that takes longer than `duration` with ``NetworkRequestError/deadlineExceeded(_:request:)``.
  ///
  /// ```swift
  /// let transport = DefaultTransport.shared.deadline(.seconds(5)).retried()
  ///   .deadline(.seconds(20))
  /// ```
  /// The deadline applies to all that the inner layers do, and to the chunks of a streamed body. Inside retries it limits
  /// each attempt, and an attempt that took too long is repeated; outside, it limits the whole call. An earlier deadline
  /// of the call, for example from ``RequestOptions/deadline``, is kept. When time is up, the call is cancelled, and this
  /// layer waits for its end; a response that still arrives is discarded, its file removed. A call that ends without
  /// waiting sets no timer.
  ///
  /// - Parameters:
  ///   - duration: The time that a call may take.
  ///   - clock: The clock that measures the time; the call's own (``TransportRequest/clock``) by default.
  public func deadline(_ duration: Duration, clock: CallClock? = nil) -> some Transport {
    DeadlineTransport(upstream: self, duration: duration, clock: clock)
  }
}

/// The transport that sends each call through `upstream` within a limit of time.
private struct DeadlineTransport<Upstream: Transport>: Transport {
  let upstream: Upstream
  let duration: Duration
  /// The clock set for this layer; nil for the clock of each call.
  let clock: CallClock?

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    if let earlier = request.deadline, earlier.remaining <= duration {
      return try await upstream.send(request)
    }
    return try await CallDeadline(duration, on: clock ?? request.clock).bound(request) {
      bounded throws(NetworkRequestError) in
      try await upstream.send(bounded)
    }
  }
}
