/// Sends through its upstream after a while.
struct DelayTransport<Upstream: Transport>: Transport {
  let upstream: Upstream
  let delay: Duration
  let clock: CallClock

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    guard delay > .zero else { return try await upstream.send(request) }
    if let deadline = request.deadline, deadline.remaining <= delay {
      throw .deadlineExceeded(DeadlineFailure(deadline: deadline.duration, request: request))
    }
    let start = request.record?.now ?? .zero
    do { try await clock.sleep(for: delay) } catch { throw .cancelled(request) }
    request.record?.note("delay", "waited", since: start)
    return try await upstream.send(request)
  }
}
