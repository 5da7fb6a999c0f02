extension Transport {
  /// Waits before each call is sent: a slow network to develop against, or a pause that a server asks for.
  ///
  /// ```swift
  /// let transport = DefaultTransport.shared.delayed(by: .milliseconds(300))
  /// ```
  /// A call that is cancelled while it waits ends at once with ``NetworkRequestError/cancelled(_:)``, and nothing is
  /// sent; so does one whose deadline comes first, with ``NetworkRequestError/deadlineExceeded(_:)``, and without the
  /// wait.
  ///
  /// - Parameters:
  ///   - delay: How long; zero or less for not at all.
  ///   - clock: The clock that the delay is measured by; that of the call by default (``TransportRequest/clock``).
  public func delayed(by delay: Duration, clock: CallClock? = nil) -> some Transport {
    DelayTransport(upstream: self, delay: delay, clock: clock)
  }
}

/// Sends through its upstream after a while.
private struct DelayTransport<Upstream: Transport>: Transport {
  let upstream: Upstream
  let delay: Duration
  /// The clock of its own; nil for that of each call.
  let clock: CallClock?

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    guard delay > .zero else { return try await upstream.send(request) }
    if let deadline = request.deadline, deadline.remaining <= delay {
      throw .deadlineExceeded(DeadlineFailure(deadline: deadline.duration, request: request))
    }
    let start = request.record?.now ?? .zero
    do { try await (clock ?? request.clock).sleep(for: delay) } catch { throw .cancelled(request) }
    request.record?.note("delay", "waited", since: start)
    return try await upstream.send(request)
  }
}
