extension Transport {
  /// Records, under a name of your own, how long each call spends in this part of the stack and inside it.
  ///
  /// ```swift
  /// CurlTransport.shared.timed("network").cached(in: store).timed(
  ///   "cache and below")
  /// ```
  /// The difference between two neighbours is the time that the layers between them take.
  public func timed(_ name: String) -> some Transport {
    TimingTransport(upstream: self, name: name)
  }
}

/// The transport that records the time that each call spends in `upstream`.
private struct TimingTransport<Upstream: Transport>: Transport {
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
