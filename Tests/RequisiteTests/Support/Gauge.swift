@testable import Requisite

/// A transport that answers after a moment, and knows how many calls were in it at a time.
final class Gauge: Transport {
  private struct State {
    var now = 0
    var most = 0
    var count = 0
  }

  private let state = Locked(State())

  var most: Int { state.withLock { $0.most } }
  var count: Int { state.withLock { $0.count } }

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    state.withLock { state in
      state.now += 1
      state.count += 1
      state.most = max(state.most, state.now)
    }
    for _ in 0..<3 { await Task.yield() }
    state.withLock { $0.now -= 1 }
    return TransportResponse(status: 200, url: request.url)
  }
}
