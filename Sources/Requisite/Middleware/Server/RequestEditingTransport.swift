/// Changes each request on its way out.
struct RequestEditingTransport<Upstream: Transport>: Transport {
  let upstream: Upstream
  let change: @Sendable (inout TransportRequest) throws(NetworkRequestError) -> Void

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    var request = request
    try change(&request)
    return try await upstream.send(request)
  }
}
