/// Sends through its upstream, within a time.
struct DeadlineTransport<Upstream: Transport>: Transport {
  let upstream: Upstream
  let duration: Duration
  let clock: CallClock

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    if let earlier = request.deadline, earlier.remaining <= duration {
      return try await upstream.send(request)
    }
    let deadline = CallDeadline(duration, on: clock)
    let bounded = request.bounded(by: deadline)
    var response = try await deadline.run(request, discarding: { $0.body.discard() }) {
      () async throws(NetworkRequestError) in
      try await upstream.send(bounded)
    }
    guard case .stream(let stream) = response.body else { return response }
    response.body = .stream(deadline.bounding(stream, of: request))
    return response
  }
}
