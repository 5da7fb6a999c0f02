/// Counts calls, their outcomes and how long they took, in a few kilobytes however many there are.
///
/// ```swift
/// let statistics = SessionStatistics()
/// let client = APIClient(baseURL: url, transport: DefaultTransport.shared.observed(by: statistics))
/// // …
/// print(statistics.summary)   // 1204 calls, 1.2 % failed; 50 % within 12 ms, 90 % within 45 ms, …
/// ```
public final class SessionStatistics: CallObserver {
  private struct State {
    var statuses: [Int: Int] = [:]
    var errors: [NetworkRequestError.Kind: Int] = [:]
    var latencies = LatencyHistogram()
  }

  private let state = Locked(State())

  /// Makes statistics of nothing.
  public init() {}

  /// Counts the call.
  public func callEnded(_ call: ObservedCall) {
    state.withLock { state in
      state.latencies.record(call.duration)
      switch call.outcome {
      case .success(let response): state.statuses[response.status, default: 0] += 1
      case .failure(let error): state.errors[error.kind, default: 0] += 1
      }
    }
  }

  /// What there is so far.
  public var summary: StatisticsSummary {
    state.withLock { StatisticsSummary(statuses: $0.statuses, errors: $0.errors, latencies: $0.latencies) }
  }
}
