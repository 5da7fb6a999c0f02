import RequisiteTesting
import Testing

@testable import Requisite

@Suite("The standard stack", .timeLimit(.minutes(1)))
struct StandardStackTests {
  private let base = "https://api.example.com"

  @Test(
    "equal calls at the same time share one request, whose response is cached", .feature("C5", "C6", "C37"))
  func sharedAndKept() async throws {
    let stub = StubTransport {
      On(.get, "/todos").respond(status: 200, headers: ["Cache-Control": "max-age=60"], json: [1, 2, 3])
        .once()
    }
    let client = APIClient(baseURL: base, transport: StandardStack(on: stub).transport)
    let values = try await client.values(
      of: [any Request<[Int]>](repeating: Endpoint<[Int]>.get("/todos"), count: 20))
    #expect(values == Array(repeating: [1, 2, 3], count: 20))
    let response = try await client.response(for: Endpoint<[Int]>.get("/todos"))
    #expect(response.cacheDecision?.outcome == .hit)
    #expect(stub.requests.count == 1)
  }

  @Test("a failed attempt is followed by another, and the call is logged once", .feature("C13", "C20"))
  func retriedAndLogged() async throws {
    let stub = StubTransport {
      On(.get, "/todos").respond(status: 503).then(.status(200))
    }
    let sink = CollectingSink()
    var stack = StandardStack(on: stub)
    stack.retry = .immediate()
    stack.log = sink
    let response = try await APIClient(baseURL: base, transport: stack.transport)
      .response(for: Endpoint<Data>.get("/todos"))
    #expect(response.attempts.count == 2)
    #expect(sink.entries.count == 2)
    #expect(sink.entries.last?.text().contains("200 OK") == true)
  }

  /// The layers of a transport, the outermost first.
  private func layers(of transport: any Transport) -> [String] {
    var (names, next): ([String], Any) = ([], transport)
    while let layer = next as? any Transport {
      names.append(String("\(type(of: layer))".prefix { $0 != "<" }))
      next = layer.upstream
    }
    return names
  }

  @Test("all of its layers are in the recommended order", .feature("C5", "F13"))
  func order() {
    var stack = StandardStack(on: UnimplementedTransport())
    stack.authenticator = .basic(user: "ann", password: "secret")
    stack.authenticatedOrigins = ["https://api.example.com"]
    stack.isTraced = true
    stack.requestIDField = "X-Request-ID"
    stack.rateLimit = .byServer
    stack.hedgeDelay = .milliseconds(200)
    stack.circuitBreaker = CircuitBreaker()
    stack.cookies = CookieJar()
    stack.log = CollectingSink()
    stack.observer = CallStatistics()
    #expect(
      layers(of: stack.transport) == [
        "ObservationTransport", "ObservationTransport", "CookieTransport", "DeduplicationTransport",
        "CacheTransport", "RetryTransport", "CircuitBreakerTransport", "HedgingTransport",
        "RateLimitTransport",
        "ThrottleTransport", "RequestEditingTransport", "RequestEditingTransport", "AuthenticationTransport",
        "UnimplementedTransport",
      ])
  }

  @Test("by default, it limits, retries, caches and shares calls", .feature("C5"))
  func plain() {
    #expect(
      layers(of: StandardStack(on: UnimplementedTransport()).transport) == [
        "DeduplicationTransport", "CacheTransport", "RetryTransport", "ThrottleTransport",
        "UnimplementedTransport",
      ])
    #expect(StandardStack().retry is Backoff)
    #expect((StandardStack().retry as? Backoff)?.attempts == 4)
  }

  @Test("the log sees a call, the breaker attempts, and the trace has a span for each", .feature("C5"))
  func seen() async throws {
    let stub = StubTransport { On.any().respond(.status(503)).times(10).then(.status(200)) }
    let sink = CollectingSink()
    var stack = StandardStack(on: stub)
    stack.log = sink
    stack.isTraced = true
    stack.requestIDField = "X-Request-ID"
    stack.retry = .immediate(attempts: 20)
    stack.circuitBreaker = CircuitBreaker()
    stack.circuitBreaker?.minimumCalls = 3
    let transport = stack.transport
    let options = RequestOptions(deadline: .seconds(5))
    let dispatcher = NetworkDispatcher(transport: transport, clock: CallClock(TestClock()))
    let error = await #expect(throws: NetworkRequestError.self) {
      try await dispatcher.send(TransportRequest(url: .api, options: options))
    }
    #expect(error?.kind == .refused, "the breaker's pause outlasts the deadline, so no layer waits for it")
    #expect(stub.requests.count == 3)
    #expect(Set(stub.requests.compactMap { $0.headers["traceparent"] }).count == 3)
    #expect(Set(stub.requests.compactMap { $0.headers["X-Request-ID"] }).count == 1)
    #expect(sink.entries.count == 2)
  }
}
