/// Puts the time that a part of the stack takes on the record of each call.
struct TimingTransport<Upstream: Transport>: Transport {
  let upstream: Upstream
  let name: String

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    guard let record = request.record else { return try await upstream.send(request) }
    let start = record.now
    let outcome = await upstream.outcome(of: request)
    switch outcome {
    case .success(let response): record.note(name, HTTPStatus.words(response.status), since: start)
    case .failure(let error): record.note(name, error.kind.rawValue, since: start)
    }
    return try outcome.get()
  }
}
