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

/// Measures three calls by swift-metrics, in memory in place of a backend.
@Sendable func countCalls(server: PlaceholderServer) async throws {
  let metrics = TestMetrics()
  let client = APIClient(
    baseURL: server.baseURL,
    transport: DefaultTransport.shared.observed(by: MetricsObserver(factory: metrics)))
  for id in [1, 2, 999] { _ = await client.dispatch(Endpoint<String>.get("/todos/\(id)"), default: "") }
  for recorder in metrics.recorders(label: "http.client.request.duration") {
    let status = recorder.dimensions.first { $0.0 == "http.response.status_code" }?.1 ?? "no response"
    let template = recorder.dimensions.first { $0.0 == "url.template" }?.1 ?? "no template"
    print("  \(recorder.label), \(template), \(status): \(recorder.values.count)")
  }
}

/// Traces a call by the in-memory tracer of swift-distributed-tracing in place of a backend.
@Sendable func traceCalls(server: PlaceholderServer) async throws {
  let tracer = InMemoryTracer()
  let client = APIClient(
    baseURL: server.baseURL, transport: DefaultTransport.shared.spans(with: tracer).cached())
  _ = try await tracer.withSpan("page") { _ in
    try await client.dispatch(Endpoint<String>.get("/todos/\(1, as: "id")"))
  }
  for span in tracer.finishedSpans.reversed() {
    let parent = tracer.finishedSpans.first { $0.spanID == span.parentSpanID }
    print("  \(span.operationName), below \(parent?.operationName ?? "no span")")
  }
}
