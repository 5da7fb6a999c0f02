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
