extension StubResponse {
  /// Returns the response to a request, in the form that its `delivery` asks for: the last step of a test transport of
  /// your own.
  ///
  /// - Parameter clock: The clock that measures the delays of the response; the call's own by default.
  /// - Throws: The error that the response stands for; `NetworkRequestError.cancelled` if the call is cancelled during
  ///   a delay; `NetworkRequestError.urlSessionFailed` with `.timedOut` after a silence of the request's `timeout`.
  public func response(
    to request: TransportRequest, on clock: CallClock? = nil
  ) async throws(NetworkRequestError) -> TransportResponse {
    let clock = clock ?? request.clock
    try await clock.silence(delay, for: request)
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
    let form = try await body.delivered(with: status)
    var response = TransportResponse(status: status, headers: headers, url: request.url, body: form)
    // A stream reports its trailer fields at its end.
    if request.delivery != .streamed { response.trailers = trailers }
    return response
  }

  private static func read(_ url: URL, for request: TransportRequest) throws(NetworkRequestError) -> Data {
    // Not `Data(contentsOf:)`, which waits forever for a pipe without a writer.
    do { return try PosixFile.contents(of: url.path, upTo: .max) } catch {
      throw NetworkRequestError(error, request: request)
    }
  }

  private static func cancellation(of request: TransportRequest) async -> NetworkRequestError {
    // A stream without elements ends only when the task is cancelled.
    let (nothing, feed) = AsyncStream.makeStream(of: Never.self)
    defer { feed.finish() }
    for await _ in nothing {}
    return .cancelled(request)
  }
}

/// The body of a ``StubResponse``, delivered chunk by chunk on a clock.
struct StubResponseBody: Sendable {
  private let chunks: [Data]
  private let interval: Duration
  private let failure: (any Error)?
  private let trailers: HTTPHeaders
  private let request: TransportRequest
  private let clock: CallClock

  init(
    _ chunks: [Data], _ interval: Duration, _ failure: (any Error)?, _ trailers: HTTPHeaders,
    _ request: TransportRequest, _ clock: CallClock
  ) {
    self.chunks = chunks
    self.interval = interval
    self.failure = failure
    self.trailers = trailers
    self.request = request
    self.clock = clock
  }

  func delivered(with status: Int) async throws(NetworkRequestError) -> ResponseBody {
    switch request.delivery {
    case .buffered, .opened: return .data(try await collected())
    case .streamed: return .stream(stream)
    case .file:
      let data = try await collected()
      guard TransferFile.takes(status, of: request) else { return .data(data) }
      guard let file = try await TransferFile.open(for: request) else { return .data(data) }
      return .file(try await file.receive(ByteStream(data)))
    }
  }

  private var stream: ByteStream {
    let next = Locked(0)
    return ByteStream(end: { next.withLock { isOver(at: $0) } ? ByteStream.End(trailers: trailers) : nil }) {
      () async throws(NetworkRequestError) -> Data? in
      let index = next.withLock { next in
        defer { next += 1 }
        return next
      }
      return try await chunk(at: index)
    }
  }

  /// True if the reader has read past the last chunk of a body that does not fail.
  private func isOver(at index: Int) -> Bool { failure == nil && index > chunks.count }

  private func chunk(at index: Int) async throws(NetworkRequestError) -> Data? {
    let last = failure == nil ? chunks.count - 1 : chunks.count
    if index > 0, index <= last { try await clock.silence(interval, for: request) }
    guard !Task.isCancelled else { throw .cancelled(request) }
    if index < chunks.count { return chunks[index] }
    guard let failure else { return nil }
    throw NetworkRequestError(failure, request: request)
  }

  private func collected() async throws(NetworkRequestError) -> Data {
    try await stream.collected(upTo: .max)
  }
}

extension CallClock {
  /// Waits as a reader of a silent connection does: a silence that is longer than the request's `timeout` fails the call when
  /// that time is over.
  func silence(_ duration: Duration, for request: TransportRequest) async throws(NetworkRequestError) {
    let limit = request.options.timeout ?? duration
    try await wait(min(duration, limit), for: request)
    guard duration > limit else { return }
    let words = "timed out: nothing was sent or received for \(limit)"
    throw .urlSessionFailed(TransportFailure(.timedOut, words, request: request))
  }
}
