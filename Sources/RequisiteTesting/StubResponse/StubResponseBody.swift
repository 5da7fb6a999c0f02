/// The body of a ``StubResponse`` on its way: chunk by chunk, by the clock.
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

  func delivered(as delivery: Delivery) async throws(NetworkRequestError) -> ResponseBody {
    switch delivery {
    case .buffered: return .data(try await collected())
    case .streamed: return .stream(stream)
    case .file:
      let data = try await collected()
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

  /// True when the reader of that chunk has read the end.
  private func isOver(at index: Int) -> Bool { failure == nil && index > chunks.count }

  private func chunk(at index: Int) async throws(NetworkRequestError) -> Data? {
    let last = failure == nil ? chunks.count - 1 : chunks.count
    if index > 0, index <= last { try await clock.wait(interval, for: request) }
    guard !Task.isCancelled else { throw .cancelled(request) }
    if index < chunks.count { return chunks[index] }
    guard let failure else { return nil }
    throw NetworkRequestError(failure, request: request)
  }

  private func collected() async throws(NetworkRequestError) -> Data {
    try await stream.collected(upTo: .max)
  }
}
