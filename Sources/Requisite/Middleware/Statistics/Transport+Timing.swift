extension Transport {
  /// Notes on the record of each call how long it spent from here on inwards, under a name of yours.
  ///
  /// ```swift
  /// CurlTransport.shared.timed("network").cached(in: store).timed("cache and below")
  /// ```
  /// The difference between two neighbours is the time of what stands between them.
  public func timed(_ name: String) -> some Transport {
    TimingTransport(upstream: self, name: name)
  }
}

/// Puts the time that a part of the stack takes on the record of each call.
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
