import InMemoryTracing
import Integrations
import Logging
import MetricsTestKit
import PlaceholderServer
import Requisite
import Tracing

/// Logs two calls by swift-log, to standard output. The second one fails.
@Sendable func logCalls(server: PlaceholderServer) async throws {
  let logger = Logger(label: "api", factory: StreamLogHandler.standardOutput(label:))
  let client = APIClient(
    baseURL: server.baseURL, transport: DefaultTransport.shared.logged(using: logger))
  for id in [1, 999] {
    _ = await client.dispatch(Endpoint<String>.get("/todos/\(id)", query: ["token": "hidden"]), default: "")
  }
}

/// Counts three calls by swift-metrics, in memory in place of a backend.
@Sendable func countCalls(server: PlaceholderServer) async throws {
  let metrics = TestMetrics()
  let client = APIClient(
    baseURL: server.baseURL,
    transport: DefaultTransport.shared.observed(by: MetricsObserver(factory: metrics)))
  for id in [1, 2, 999] { _ = await client.dispatch(Endpoint<String>.get("/todos/\(id)"), default: "") }
  for outcome in ["2xx", "4xx"] {
    let dimensions = [("method", "GET"), ("host", "127.0.0.1"), ("outcome", outcome)]
    let counter = try metrics.expectCounter("http.client.requests", dimensions)
    print("  http.client.requests, \(outcome): \(counter.totalValue)")
  }
}

/// Traces a call by the in-memory tracer of swift-distributed-tracing in place of a backend.
@Sendable func traceCalls(server: PlaceholderServer) async throws {
  let tracer = InMemoryTracer()
  let client = APIClient(
    baseURL: server.baseURL, transport: DefaultTransport.shared.cached().spans(with: tracer))
  _ = try await tracer.withSpan("page") { _ in try await client.dispatch(Endpoint<String>.get("/todos/1")) }
  for span in tracer.finishedSpans.reversed() {
    let parent = tracer.finishedSpans.first { $0.spanID == span.parentSpanID }
    print("  \(span.operationName), below \(parent?.operationName ?? "no span")")
  }
}
