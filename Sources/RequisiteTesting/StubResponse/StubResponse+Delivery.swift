extension StubResponse {
  /// The response as a transport returns it to that request, in the form that its `delivery` asks for: what a test
  /// transport of your own ends with.
  ///
  /// - Parameter clock: What the delays of the response are measured by.
  /// - Throws: The error that the response stands for; `NetworkRequestError.cancelled` while it is waited for.
  public func response(
    to request: TransportRequest, on clock: CallClock = .continuous
  ) async throws(NetworkRequestError) -> TransportResponse {
    try await clock.wait(delay, for: request)
    switch content {
    case .chunks(let chunks, let interval, let failure):
      let chunks = request.method == .head ? [] : chunks
      return try await respond(
        StubResponseBody(chunks, interval, failure, trailers, request, clock), to: request)
    case .file(let url):
      let body = StubResponseBody([try Self.read(url, for: request)], .zero, nil, trailers, request, clock)
      return try await respond(body, to: request)
    case .failure(let error): throw NetworkRequestError(error, request: request)
    case .never: throw await Self.cancellation(of: request)
    }
  }

  private func respond(
    _ body: StubResponseBody, to request: TransportRequest
  ) async throws(NetworkRequestError) -> TransportResponse {
    let form = try await body.delivered(as: request.delivery)
    var response = TransportResponse(status: status, headers: headers, url: request.url, body: form)
    // Those of a stream are told at its end.
    if request.delivery != .streamed { response.trailers = trailers }
    return response
  }

  private static func read(_ url: URL, for request: TransportRequest) throws(NetworkRequestError) -> Data {
    do { return try Data(contentsOf: url) } catch { throw NetworkRequestError(error, request: request) }
  }

  private static func cancellation(of request: TransportRequest) async -> NetworkRequestError {
    // A stream that nobody feeds: it ends when the task is cancelled, and not before.
    let (nothing, feed) = AsyncStream.makeStream(of: Never.self)
    defer { feed.finish() }
    for await _ in nothing {}
    return .cancelled(request)
  }
}

extension CallClock {
  /// Waits; a cancelled wait is the end of the call.
  func wait(_ duration: Duration, for request: TransportRequest) async throws(NetworkRequestError) {
    do { try await sleep(for: duration) } catch { throw NetworkRequestError(error, request: request) }
  }
}
