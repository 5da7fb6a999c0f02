extension Transport {
  /// Waits before each call is sent, to develop against a slow network or to make a pause that a server asks for.
  ///
  /// ```swift
  /// let transport = DefaultTransport.shared.delayed(by: .milliseconds(300))
  /// ```
  /// A call that is cancelled while it waits ends at once with ``NetworkRequestError/cancelled(_:)``, and nothing is
  /// sent. A call whose deadline is within the delay fails at once with ``NetworkRequestError/deadlineExceeded(_:request:)``.
  ///
  /// - Parameters:
  ///   - delay: The time to wait; with zero or less, calls do not wait.
  ///   - clock: The clock that measures the delay; the call's own (``TransportRequest/clock``) by default.
  public func delayed(by delay: Duration, clock: CallClock? = nil) -> some Transport {
    DelayTransport(upstream: self, delay: delay, clock: clock)
  }
}

/// The transport that sends each call through `upstream` after a delay.
private struct DelayTransport<Upstream: Transport>: Transport {
  let upstream: Upstream
  let delay: Duration
  /// The clock set for this layer; nil for the clock of each call.
  let clock: CallClock?

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    guard delay > .zero else { return try await upstream.send(request) }
    if let deadline = request.deadline(exceededBy: delay) { throw deadline.exceeded(request) }
    let start = request.record?.now ?? .zero
    try await (clock ?? request.clock).wait(delay, for: request)
    request.record?.note("delay", "waited", since: start)
    return try await upstream.send(request)
  }
}
