import CoreMetrics
import Requisite

/// Reports the number of calls, their durations and the bytes they receive to swift-metrics.
///
/// ```swift
/// let transport = DefaultTransport.shared.observed(by: MetricsObserver())
/// ```
/// The dimensions have few values: the method, the host, and the outcome, which is the class of the status (`2xx`) or the
/// kind of the error. A path would create a metric for each resource.
public struct MetricsObserver: CallObserver {
  private let factory: any MetricsFactory
  private let prefix: String

  /// Creates an observer.
  ///
  /// - Parameters:
  ///   - factory: Creates the metrics. The factory of the process by default.
  ///   - prefix: The beginning of each label, `http.client` by default.
  public init(factory: (any MetricsFactory)? = nil, prefix: String = "http.client") {
    self.factory = factory ?? MetricsSystem.factory
    self.prefix = prefix
  }

  /// Reports the call and its duration, and the received bytes if the response has timings.
  public func callEnded(_ call: ObservedCall) {
    let dimensions = [
      ("method", call.request.method.rawValue), ("host", call.request.url.host() ?? ""),
      ("outcome", outcome(of: call)),
    ]
    Counter(label: "\(prefix).requests", dimensions: dimensions, factory: factory).increment()
    Timer(label: "\(prefix).duration", dimensions: dimensions, factory: factory)
      .recordNanoseconds(Int64(call.duration / .nanoseconds(1)))
    guard case .success(let response) = call.outcome, let timings = response.timings else { return }
    Counter(label: "\(prefix).bytes_received", dimensions: dimensions, factory: factory)
      .increment(by: timings.bytesReceived)
  }

  private func outcome(of call: ObservedCall) -> String {
    switch call.outcome {
    case .success(let response): "\(response.status / 100)xx"
    case .failure(let error): error.kind.rawValue
    }
  }
}
