/// The transport that sends calls through `upstream` unless too many have failed there lately.
struct CircuitBreakerTransport<Upstream: Transport>: Transport {
  let upstream: Upstream
  let scope: LimitScope
  private let clock: LayerClock
  let isFailure: @Sendable (Result<TransportResponse, NetworkRequestError>) -> Bool
  private let circuits: ScopedStates<Circuit>

  init(
    upstream: Upstream, settings: Circuit.Settings, scope: LimitScope, clock: CallClock?,
    isFailure: @escaping @Sendable (Result<TransportResponse, NetworkRequestError>) -> Bool
  ) {
    self.upstream = upstream
    self.scope = scope
    let clock = LayerClock(clock)
    self.clock = clock
    self.isFailure = isFailure
    circuits = ScopedStates(fresh: Circuit(settings)) { circuit in
      clock.now.map { circuit.isIdle(at: $0) } ?? true
    }
  }

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    // The trial may wait for the credential.
    guard !CredentialRefresh.isUnderWay else { return try await upstream.send(request) }
    let clock = clock.clock(for: request)
    let key = scope.key(of: request)
    let pass: Int
    switch circuits.withState(of: key, { $0.admit(at: clock.now) }) {
    case .pass(let number): pass = number
    case .refused(let wait):
      throw .refused(
        Refusal(.circuitOpen(Origin(request.url)), retryAfter: wait > .zero ? wait : nil, request: request))
    }
    let result = await upstream.outcome(of: request)
    let verdict = verdict(on: result)
    circuits.withState(of: key) { $0.note(verdict, of: pass, at: clock.now) }
    return try result.get()
  }

  private func verdict(on result: Result<TransportResponse, NetworkRequestError>) -> Circuit.Verdict {
    guard case .failure(let error) = result else { return isFailure(result) ? .failure : .success }
    switch error.kind {
    // A call that exceeds its deadline counts against the server; one that its caller cancelled does not count.
    case .deadlineExceeded: return .failure
    case .cancelled, .refused, .invalidRequest, .bodyTooLarge: return .neither
    default: return isFailure(result) ? .failure : .success
    }
  }
}
