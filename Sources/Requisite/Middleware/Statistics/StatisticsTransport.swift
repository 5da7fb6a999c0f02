extension Transport {
  /// Notes on the record of each call how long it spent from here on inwards, under a name of yours.
  ///
  /// ```swift
  /// CurlTransport.shared.timed("network").cached(in: store).timed("cache and below")
  /// ```
  /// The difference between two neighbours is the time of what stands between them.
  public func timed(_ name: String) -> some Transport {
    StatisticsTransport(upstream: self, name: name)
  }
}

private struct StatisticsTransport<Upstream: Transport>: Transport {
  let upstream: Upstream
  let name: String

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    guard let record = request.record else { return try await upstream.send(request) }
    let start = record.now
    do {
      let response = try await upstream.send(request)
      record.note(name, HTTPStatus.words(response.status), since: start)
      return response
    } catch {
      record.note(name, error.kind.rawValue, since: start)
      throw error
    }
  }
}
