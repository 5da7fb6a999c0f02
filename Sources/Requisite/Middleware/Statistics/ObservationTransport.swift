/// Reports each call to an observer after its end.
struct ObservationTransport<Upstream: Transport, Observer: CallObserver>: Transport {
  let upstream: Upstream
  let observer: Observer
  let clock: CallClock

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    let start = clock.now
    let outcome = await upstream.outcome(of: request)
    observer.callEnded(ObservedCall(request: request, outcome: outcome, duration: clock.now - start))
    return try outcome.get()
  }
}
