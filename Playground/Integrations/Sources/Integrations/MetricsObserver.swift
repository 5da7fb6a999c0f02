import CoreMetrics
import Requisite

/// Reports `http.client.request.duration` of OpenTelemetry's conventions to swift-metrics: how long each request took, in seconds.
///
/// ```swift
/// let transport = DefaultTransport.shared
///   .observed(by: MetricsObserver())
///   .retried()
/// ```
/// Innermost in a stack, as here, it reports each attempt, as the conventions ask for. A duration ends with the header section of the
/// response. The dimensions have few values: the method, the server, the status, the type of an error, the version of HTTP, and the
/// template of the path (`TransportRequest.pathTemplate`), which the conventions leave to the application. A path would
/// create a metric for each resource.
public struct MetricsObserver: CallObserver {
  /// The boundaries of the histogram's buckets that the conventions recommend, in seconds. swift-metrics has no place for them: give
  /// them to the backend.
  public static let buckets = [
    0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
  ]

  private let factory: any MetricsFactory

  /// Creates an observer.
  ///
  /// - Parameter factory: Creates the metrics. The factory of the process by default.
  public init(factory: (any MetricsFactory)? = nil) {
    self.factory = factory ?? MetricsSystem.factory
  }

  /// Reports the duration of a request that has ended.
  public func observe(_ event: CallEvent) {
    guard case .ended(let outcome, let duration) = event.kind else { return }
    let attributes =
      HTTPConventions.attributes(of: event.request)
      + HTTPConventions.attributes(of: outcome.map { ($0.status, $0.timings) })
    Recorder(
      label: "http.client.request.duration",
      dimensions: attributes.map { ($0.name, $0.value.description) }, aggregate: true, factory: factory
    ).record(duration / .seconds(1))
  }
}
