/// Sends through its upstream, within a time.
struct DeadlineTransport<Upstream: Transport>: Transport {
  let upstream: Upstream
  let duration: Duration
  let clock: CallClock

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    if let earlier = request.deadline, earlier.remaining <= duration {
      return try await upstream.send(request)
    }
    return try await CallDeadline(duration, on: clock).bound(request) {
      bounded throws(NetworkRequestError) in
      try await upstream.send(bounded)
    }
  }
}
