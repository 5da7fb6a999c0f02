extension Transport {
  /// Ends each call that takes longer than that with ``NetworkRequestError/deadlineExceeded(_:)``.
  ///
  /// ```swift
  /// let transport = DefaultTransport.shared.deadline(.seconds(5)).retried().deadline(.seconds(20))
  /// ```
  /// It holds for all that the layers within do, and for the chunks of a streamed body. So inside of retries it bounds
  /// each attempt, and one that took too long is tried again; outside, it bounds the whole call. An earlier deadline
  /// that the call has already, as from ``RequestOptions/deadline``, stays as it is. The call is cancelled when time is
  /// up, and its end waited for; a response that it still brings is discarded, its file removed. A call that has nothing to
  /// wait for sets no timer.
  ///
  /// - Parameters:
  ///   - duration: The time that a call may take.
  ///   - clock: The clock that it is measured by; that of the call by default (``TransportRequest/clock``).
  public func deadline(_ duration: Duration, clock: CallClock? = nil) -> some Transport {
    DeadlineTransport(upstream: self, duration: duration, clock: clock)
  }
}

/// Sends through its upstream, within a time.
private struct DeadlineTransport<Upstream: Transport>: Transport {
  let upstream: Upstream
  let duration: Duration
  /// The clock of its own; nil for that of each call.
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
