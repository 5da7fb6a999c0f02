@testable import Requisite

extension Transport {
  /// Calls `change` after each attempt.
  func changing(_ change: @escaping @Sendable () async -> Void) -> some Transport {
    ChangingTransport(upstream: self, change: change)
  }
}

/// A transport that does something after each attempt, such as to change the file of the server.
private struct ChangingTransport: Transport {
  let upstream: any Transport
  let change: @Sendable () async -> Void
  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    let outcome = await Result.awaiting({ () async throws(NetworkRequestError) in
      try await upstream.send(request)
    })
    await change()
    return try outcome.get()
  }
}
