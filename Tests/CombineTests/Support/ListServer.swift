#if canImport(Combine)
  import Requisite

  /// A transport that answers every request with one response, and counts what happens to it.
  actor ListServer: Transport {
    /// What is answered: a status and a body; nil for a call that lasts until it is cancelled.
    private let response: (status: Int, body: String)?
    private(set) var sent: [TransportRequest] = []
    private(set) var cancelled = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(status: Int = 200, _ body: String) {
      response = (status, body)
    }

    /// A server that never answers.
    init() {
      response = nil
    }

    func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
      sent.append(request)
      wake()
      guard let response else { throw await cancellation(of: request) }
      return TransportResponse(
        status: response.status, headers: ["Content-Type": "application/json"], url: request.url,
        body: .data(Data(response.body.utf8)))
    }

    /// Returns when a request has come.
    func request() async {
      guard sent.isEmpty else { return }
      await withCheckedContinuation { waiting.append($0) }
    }

    /// Returns when a call has been cancelled.
    func cancellation() async {
      while cancelled == 0 {
        await withCheckedContinuation { waiting.append($0) }
      }
    }

    private func cancellation(of request: TransportRequest) async -> NetworkRequestError {
      // A stream without chunks, which ends when the task is cancelled.
      let (nothing, feed) = AsyncStream.makeStream(of: Never.self)
      defer { feed.finish() }
      for await _ in nothing {}
      cancelled += 1
      wake()
      return .cancelled(request)
    }

    private func wake() {
      for continuation in waiting { continuation.resume() }
      waiting = []
    }
  }
#endif
