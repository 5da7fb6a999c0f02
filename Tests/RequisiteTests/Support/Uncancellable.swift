@testable import Requisite

/// A transport that ignores cancellation, and answers when the test says so.
final class Uncancellable: Transport {
  private struct State {
    var waiting: [CheckedContinuation<TransportResponse.Body, Never>] = []
    var cancelled = 0
  }

  private let state = Locked(State())

  /// How many calls wait for their response.
  var waiting: Int { state.withLock { $0.waiting.count } }
  /// The number of cancelled calls that still wait.
  var cancelled: Int { state.withLock { $0.cancelled } }

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    let body = await withTaskCancellationHandler {
      await withCheckedContinuation { call in state.withLock { $0.waiting.append(call) } }
    } onCancel: {
      state.withLock { $0.cancelled += 1 }
    }
    return TransportResponse(status: 200, url: request.url, body: body)
  }

  /// Answers the call that has waited the longest.
  func answer(_ body: TransportResponse.Body = .data(Data())) {
    state.withLock { $0.waiting.removeFirst() }.resume(returning: body)
  }

  /// Answers the call that came last.
  func answerLast(_ body: TransportResponse.Body) {
    state.withLock { $0.waiting.removeLast() }.resume(returning: body)
  }
}
