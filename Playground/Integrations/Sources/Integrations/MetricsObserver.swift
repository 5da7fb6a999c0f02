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

  /// Reports a call that has ended and its duration, and the received bytes if the response has timings.
  public func observe(_ event: CallEvent) {
    guard case .ended(let outcome, let duration) = event.kind else { return }
    let dimensions = [
      ("method", event.request.method.rawValue), ("host", event.request.url.host() ?? ""),
      ("outcome", Self.words(outcome)),
    ]
    Counter(label: "\(prefix).requests", dimensions: dimensions, factory: factory).increment()
    Timer(label: "\(prefix).duration", dimensions: dimensions, factory: factory)
      .recordNanoseconds(Int64(duration / .nanoseconds(1)))
    guard case .success(let response) = outcome, let timings = response.timings else { return }
    Counter(label: "\(prefix).bytes_received", dimensions: dimensions, factory: factory)
      .increment(by: timings.bytesReceived)
  }

  private static func words(_ outcome: Result<NetworkResponse, NetworkRequestError>) -> String {
    switch outcome {
    case .success(let response): "\(response.status / 100)xx"
    case .failure(let error): error.kind.rawValue
    }
  }
}
