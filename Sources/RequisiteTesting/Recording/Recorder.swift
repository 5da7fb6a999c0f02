/// Keeps what went through the transports that were `recorded(by:)` it.
///
/// ```swift
/// let recorder = Recorder()
/// let client = APIClient(baseURL: url, transport: stub.recorded(by: recorder))
/// …
/// #expect(recorder.requests.map(\.path) == ["/todos", "/todos/1"])
/// #expect(recorder.exchanges.map(\.status) == [200, 404])
/// ```
/// Where in the stack it stands decides what it sees: above a decorator, what the caller sends; below, what the
/// decorator makes of it.
public final class Recorder: Sendable {
  private let entries = Locked<[RecorderEntry]>([])

  /// Makes a recorder that has seen nothing.
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
