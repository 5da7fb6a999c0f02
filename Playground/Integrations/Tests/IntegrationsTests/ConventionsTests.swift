import InMemoryTracing
import Integrations
import MetricsTestKit
import PlaceholderServer
import Requisite
import RequisiteTesting
import Testing
import Tracing

/// What OpenTelemetry's semantic conventions for HTTP clients require of spans and of `http.client.request.duration`: exactly these
/// attributes, with these values.
@Suite("The conventions of OpenTelemetry", .timeLimit(.minutes(1)))
struct ConventionsTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var method = HTTPMethod.get
    var base: BaseURL = "https://api.example.com/v1"
    let path: RequestPath
    var answer: StubResponse = .status(200)
    let name: String
    /// The attributes of span and metric, and those of the span alone.
    let common, own: [String: String]
  }

  static let cases = [
    Case(
      testDescription: "a response", path: "/users/\(5)/todos", name: "GET /v1/users/{}/todos",
      common: [
        "http.request.method": "GET", "server.address": "api.example.com", "server.port": "443",
        "url.template": "/v1/users/{}/todos", "http.response.status_code": "200",
      ], own: ["url.full": "https://api.example.com/v1/users/5/todos?access_token=<redacted>"]),
    Case(
      testDescription: "a status that is an error, another port, and no template", method: .delete,
      base: "http://127.0.0.1:8080", path: RequestPath(verbatim: "/users/5"), answer: .status(404),
      name: "DELETE",
      common: [
        "http.request.method": "DELETE", "server.address": "127.0.0.1", "server.port": "8080",
        "http.response.status_code": "404", "error.type": "404",
      ], own: ["url.full": "http://127.0.0.1:8080/users/5?access_token=<redacted>"]),
    Case(
      testDescription: "no response", base: "http://api.example.com", path: "/",
      answer: .failure(.timedOut), name: "GET /",
      common: [
        "http.request.method": "GET", "server.address": "api.example.com", "server.port": "80",
        "url.template": "/", "error.type": "urlSessionFailed",
      ], own: ["url.full": "http://api.example.com/?access_token=<redacted>"]),
    Case(
      testDescription: "a method that is not known", method: "BREW", path: "/pots/\(1, as: "pot")",
      name: "HTTP /v1/pots/{pot}",
      common: [
        "http.request.method": "_OTHER", "server.address": "api.example.com", "server.port": "443",
        "url.template": "/v1/pots/{pot}", "http.response.status_code": "200",
      ],
      own: [
        "http.request.method_original": "BREW",
        "url.full": "https://api.example.com/v1/pots/1?access_token=<redacted>",
      ]),
  ]

  @Test("spans and metrics have the attributes that they require", .feature("F30"), arguments: cases)
  func attributes(of example: Case) async throws {
    let (tracer, metrics, clock) = (InMemoryTracer(), TestMetrics(), TestClock())
    let stub = StubTransport(clock: CallClock(clock)) {
      On.any().respond(example.answer.after(.milliseconds(250)))
    }
    let stack = stub.spans(with: tracer)
      .observed(by: MetricsObserver(factory: metrics), clock: CallClock(clock))
    let client = APIClient(baseURL: example.base, transport: stack)
    let call = Endpoint<String>(
      method: example.method, path: example.path, query: ["access_token": "hidden"])
    try await clock.run { _ = await client.dispatch(call, default: "") }
    let spans = tracer.finishedSpans.filter { $0.kind == .client }
    let span = try #require(spans.first)
    #expect(spans.count == 1 && span.operationName == example.name)
    #expect(span.texts == example.common.merging(example.own) { $1 })
    let isError = example.common["error.type"] != nil
    #expect(span.status?.code == (isError ? .error : nil))
    let recorder = try #require(metrics.recorders(label: "http.client.request.duration").first)
    #expect(Dictionary(uniqueKeysWithValues: recorder.dimensions) == example.common)
    #expect(recorder.aggregate && recorder.values == [0.25])
  }

  @Test(
    "each attempt is a span of its own, with its place among the repeats and a context of its own",
    .feature("F30"))
  func attempts() async throws {
    let stub = StubTransport { On.any().respond(.status(503), .status(503), .text("fine")) }
    let tracer = InMemoryTracer()
    let stack = stub.spans(with: tracer).retried(.immediate())
    let client = APIClient(baseURL: "https://api.example.com", transport: stack)
    _ = try await tracer.withSpan("caller") { _ in
      try await client.dispatch(Endpoint<String>.get("/flaky"))
    }
    let spans = tracer.finishedSpans.filter { $0.operationName == "GET /flaky" }
    #expect(spans.map { $0.texts["http.request.resend_count"] } == [nil, "1", "2"])
    #expect(spans.map { $0.texts["http.response.status_code"] } == ["503", "503", "200"])
    let caller = try #require(tracer.finishedSpans.first { $0.operationName == "caller" })
    #expect(spans.allSatisfy { $0.parentSpanID == caller.spanID })
    #expect(stub.requests.map { $0.headers["in-memory-span-id"] } == spans.map(\.spanID))
  }

  @Test("a server names the version of HTTP", .feature("F30"))
  func version() async throws {
    let (tracer, metrics) = (InMemoryTracer(), TestMetrics())
    try await PlaceholderServer.run { server in
      let stack = DefaultTransport.shared.spans(with: tracer)
        .observed(by: MetricsObserver(factory: metrics))
      let client = APIClient(baseURL: server.baseURL, transport: stack)
      _ = try await client.dispatch(Endpoint<NoContent>.get("/todos/\(1)"))
    }
    let span = try #require(tracer.finishedSpans.first { $0.kind == .client })
    #expect(span.texts["network.protocol.version"] == "1.1")
    let recorder = try #require(metrics.recorders(label: "http.client.request.duration").first)
    #expect(recorder.dimensions.contains { $0 == ("network.protocol.version", "1.1") })
  }

  @Test("the recommended buckets are those of the conventions", .feature("F30"))
  func buckets() {
    #expect(
      "\(MetricsObserver.buckets)"
        == "[0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5, 10.0]")
  }
}

extension FinishedInMemorySpan {
  /// The attributes as text.
  fileprivate var texts: [String: String] {
    var texts: [String: String] = [:]
    attributes.forEach { name, value in
      switch value {
      case .string(let text): texts[name] = text
      case .int64(let number): texts[name] = "\(number)"
      default: texts[name] = "\(value)"
      }
    }
    return texts
  }
}
