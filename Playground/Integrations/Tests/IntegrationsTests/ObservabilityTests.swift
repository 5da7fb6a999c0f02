import InMemoryTracing
import Integrations
import Logging
import PlaceholderServer
import Requisite
import RequisiteTesting
import Testing
import Tracing

@Suite("Logs, metrics and spans")
struct ObservabilityTests {
  @Test(
    "a call is logged by swift-log, with fields and without secrets", .feature("F30"), .timeLimit(.minutes(1))
  )
  func logs() async throws {
    let handler = KeepingHandler()
    let logger = Logger(label: "api") { _ in handler }
    try await PlaceholderServer.run { server in
      let client = APIClient(
        baseURL: server.baseURL, transport: DefaultTransport.shared.logged(using: logger))
      await #expect(throws: NetworkRequestError.self) {
        try await client.dispatch(Endpoint<String>.get("/todos/\(999)", query: ["access_token": "hidden"]))
      }
    }
    let entry = try #require(handler.lines.last)
    #expect(entry.level == .warning)
    #expect(entry.metadata["status"] == "404" && entry.metadata["method"] == "GET")
    #expect(entry.metadata["duration_ms"] != nil && entry.metadata["path_template"] == "/todos/{}")
    #expect(!handler.lines.contains { "\($0)".contains("hidden") })
  }

  @Test(
    "a call is a child of the caller's span, and its attempts and waits are children of the call",
    .feature("F30"))
  func spans() async throws {
    let stub = StubTransport { On(.get, "/flaky").respond(.status(503), .text("fine")) }
    let tracer = InMemoryTracer()
    let client = APIClient(
      baseURL: "https://api.example.com",
      transport: stub.retried(.constant(.zero)).spans(with: tracer))
    let text = try await tracer.withSpan("caller") { _ in
      try await client.dispatch(Endpoint<String>.get("/flaky"))
    }
    #expect(text == "fine")
    let spans = tracer.finishedSpans
    let caller = try #require(spans.first { $0.operationName == "caller" })
    let call = try #require(spans.first { $0.operationName == "GET /flaky" })
    #expect(call.parentSpanID == caller.spanID && call.traceID == caller.traceID)
    #expect(spans.filter { $0.parentSpanID == call.spanID }.count >= 2)
    #expect(stub.requests.allSatisfy { $0.headers["in-memory-span-id"] == call.spanID })
  }
}

/// Keeps what is logged.
struct KeepingHandler: LogHandler {
  struct Line {
    let level: Logger.Level
    let text: String
    let metadata: Logger.Metadata
  }

  /// `@unchecked Sendable` because all access to `lines` is under the lock.
  final class Kept: @unchecked Sendable {
    let lock = NSLock()
    var lines: [Line] = []
  }

  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.trace
  private let kept = Kept()

  var lines: [Line] { kept.lock.withLock { kept.lines } }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    kept.lock.withLock {
      kept.lines.append(
        Line(level: event.level, text: event.message.description, metadata: event.metadata ?? [:]))
    }
  }
}
