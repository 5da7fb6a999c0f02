/// Stores the requests and responses that pass through transports that were `recorded(by:)` it.
///
/// ```swift
/// let recorder = Recorder()
/// let client = APIClient(
///   baseURL: url, transport: stub.recorded(by: recorder))
/// …
/// #expect(recorder.requests.map(\.path) == ["/todos", "/todos/1"])
/// #expect(recorder.exchanges.map(\.status) == [200, 404])
/// ```
/// Its place in the stack determines what the recorder sees: above a decorator, the requests of the caller; below,
/// those that the decorator sends.
public final class Recorder: Sendable {
  private let entries = Locked<[RecorderEntry]>([])

  /// Makes an empty recorder. Several transports can share one.
  public init() {}

  /// All exchanges so far, in the order in which they began.
  public var exchanges: [RecordedExchange] { entries.withLock { $0 }.map(\.exchange) }

  /// All requests so far, in the order in which they were sent.
  public var requests: [RecordedRequest] { exchanges.map(\.request) }

  func begin(_ request: TransportRequest) -> RecorderEntry {
    let entry = RecorderEntry(request)
    entries.withLock { $0.append(entry) }
    return entry
  }
}

extension Transport {
  /// Records each request and its outcome in `recorder`, and changes neither.
  public func recorded(by recorder: Recorder) -> some Transport {
    RecordingTransport(upstream: self, recorder: recorder)
  }
}

extension Transport {
  /// Unavailable: recording into a file and answering from it is one function.
  @available(
    *, unavailable,
    message:
      "to record into a file, use replayed(from:) and run with REQUISITE_RECORD=all; into a Recorder, recorded(by:)"
  )
  public func recorded(to file: RecordingFile) -> some Transport { self }
}

private struct RecordingTransport: Transport {
  let upstream: any Transport
  let recorder: Recorder

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    let entry = recorder.begin(request)
    let outcome = await Result.awaiting { () async throws(NetworkRequestError) in
      try await upstream.send(try await entry.observed())
    }
    entry.finish(outcome)
    return try outcome.get()
  }
}

/// One exchange while it is recorded. A streamed body is recorded as it is read.
final class RecorderEntry: Sendable {
  private struct State {
    var body = Data()
    var outcome: Result<NetworkResponse, NetworkRequestError>?
  }

  private let request: TransportRequest
  private let state = Locked(State())

  init(_ request: TransportRequest) {
    self.request = request
  }

  var exchange: RecordedExchange {
    let state = state.withLock { $0 }
    return RecordedExchange(request: RecordedRequest(request, body: state.body), outcome: state.outcome)
  }

  func finish(_ result: Result<TransportResponse, NetworkRequestError>) {
    state.withLock { $0.outcome = result.map { NetworkResponse($0, to: request) } }
  }

  /// Returns the request to send: the original, with a stream that records the chunks that are read from it.
  func observed() async throws(NetworkRequestError) -> TransportRequest {
    guard case .stream(let stream) = request.body.content else {
      let body = try await request.body.bytes(of: request)
      state.withLock { $0.body = body }
      return request
    }
    var observed = request
    observed.body = .stream(observe(stream), contentType: request.body.contentType)
    return observed
  }

  private func observe(_ stream: BodyStream) -> BodyStream {
    BodyStream(reading: stream, length: stream.length) { self.chunks(of: stream) }
  }

  private func chunks(of stream: BodyStream) -> ByteStream {
    let source = Locked<ByteStream.AsyncIterator?>(nil)
    return ByteStream { () async throws(NetworkRequestError) -> Data? in
      var iterator = source.withLock { $0 } ?? self.begin(stream)
      source.withLock { $0 = iterator }
      let chunk = try await iterator.next()
      if let chunk { self.state.withLock { $0.body.append(chunk) } }
      return chunk
    }
  }

  /// Starts a pass over the stream. Each pass replaces the recorded body, so that the last one counts.
  private func begin(_ stream: BodyStream) -> ByteStream.AsyncIterator {
    state.withLock { $0.body = Data() }
    return stream.makeStream().makeAsyncIterator()
  }
}
