import RequisiteTesting
import TestSupport
import Testing

@Suite("The timeline of a call", .timeLimit(.minutes(3)))
struct CallTimelineTests {
  private let base = "https://api.example.com"

  @Test(
    "a response has its attempts, waits and exchanges, each with its start and end",
    .feature("C15", "C16", "C17"))
  func retried() async throws {
    let clock = TestClock()
    let callClock = CallClock(clock)
    let terminal = Scripted(statuses: [503, 200]) { clock.advance(by: .milliseconds(40)) }
    let transport = terminal.retried(.constant(.milliseconds(100), attempts: 3), clock: callClock)
    let client = APIClient(
      baseURL: base, networkDispatcher: NetworkDispatcher(transport: transport, clock: callClock))
    let request = Endpoint<Data>.get("/todos", query: ["api_key": "canary-7f3a"])
    let response = try await clock.run { try await client.response(for: request) }
    let timeline = try #require(response.timeline)
    #expect(
      timeline.spans.map { "\($0.layer) \($0.event) \($0.start) \($0.duration)" } == [
        "transport 503 Service Unavailable 0.0 seconds 0.04 seconds",
        "retry waited 0.04 seconds 0.1 seconds",
        "transport 200 OK 0.14 seconds 0.04 seconds",
      ])
    #expect(timeline.duration == .milliseconds(180))
    #expect(timeline.outcome == "200 OK")
    #expect(timeline.attempts.map(\.number) == [1, 2])
    let text = timeline.description
    #expect(text.contains("GET https://api.example.com/todos?api_key=<redacted> — 200 OK in 180 ms"))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(try JSONDecoder().decode(CallTimeline.self, from: JSONEncoder().encode(timeline)) == timeline)
  }

  @Test(
    "an attempt that another loop further in repeats is noted once for each request, with the wait after it")
  func nestedLoops() async throws {
    let clock = TestClock()
    let callClock = CallClock(clock)
    let inner = Scripted(statuses: [503, 503, 503, 200])
      .retried(.constant(.seconds(1), attempts: 2), clock: callClock)
    let transport = inner.retried(.constant(.seconds(10), attempts: 2), clock: callClock)
    let client = APIClient(
      baseURL: base, networkDispatcher: NetworkDispatcher(transport: transport, clock: callClock))
    let response = try await clock.run { try await client.response(for: Endpoint<Data>.get("/todos")) }
    let attempts = response.attempts
    #expect(attempts.map(\.number) == [1, 2, 3, 4])
    #expect(attempts.map(\.start) == [0, 1, 11, 12].map { .seconds($0) })
    #expect(attempts.map(\.wait) == [.seconds(1), .seconds(10), .seconds(1), nil])
  }

  @Test(
    "attempts, waits, the cache's decision, and the phases and bytes of each exchange", .feature("F10"))
  func whole() async throws {
    let server = try FaultServer { connection in
      try connection.readRequest()
      try connection.send("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n")
      try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
      connection.waitUntilClosed()
    }
    defer { server.stop() }
    let clock = TestClock()
    let callClock = CallClock(clock)
    let stack = DefaultTransport.shared.retried(.constant(.seconds(1)), clock: callClock).cached()
    let client = APIClient(
      baseURL: server.url(""), networkDispatcher: NetworkDispatcher(transport: stack, clock: callClock))
    let response = try await clock.run { try await client.response(for: Endpoint<Data>.get("/")) }
    let timeline = try #require(response.timeline)
    #expect(timeline.attempts.map(\.wait) == [.seconds(1), nil])
    #expect(timeline.spans.filter { $0.layer == "retry" }.map(\.duration) == [.seconds(1)])
    #expect(timeline.spans.filter { $0.layer == "cache" }.map(\.event) == ["miss"])
    let phases = timeline.spans.filter { $0.layer == "transport" }.compactMap(\.phases)
    #expect(phases.map(\.bytesReceived) == [0, 5])
    #expect(phases.allSatisfy { $0.requestSent <= $0.firstByte && $0.firstByte <= $0.lastByte })
  }

  @Test("an error has the same timeline as a response", .feature("C15", "C32"))
  func failed() async throws {
    let client = APIClient(baseURL: base, transport: Scripted(statuses: [404]))
    let error = await #expect(throws: NetworkRequestError.self) {
      try await client.dispatch(Endpoint<Data>.get("/nothing"))
    }
    #expect(error?.timeline?.spans.map(\.event) == ["404 Not Found"])
    #expect(error?.timeline?.outcome == "404 Not Found")
  }

  @Test("the time in a named part of the stack is recorded under that name", .feature("C16"))
  func timed() async throws {
    let clock = TestClock()
    let terminal = Scripted(statuses: [200]) { clock.advance(by: .milliseconds(5)) }
    let dispatcher = NetworkDispatcher(transport: terminal.timed("network"), clock: CallClock(clock))
    let response = try await APIClient(baseURL: base, networkDispatcher: dispatcher)
      .response(for: Endpoint<Data>.get("/"))
    let spans = response.timeline?.spans ?? []
    #expect(Set(spans.map(\.layer)) == ["network", "transport"])
    #expect(spans.allSatisfy { $0.duration == .milliseconds(5) })
  }
}

/// Answers with one status after another.
private struct Scripted: TerminalTransport {
  private let rest: Counter
  private let statuses: [Int]
  private let before: @Sendable () -> Void

  init(statuses: [Int], before: @escaping @Sendable () -> Void = {}) {
    rest = Counter()
    self.statuses = statuses
    self.before = before
  }

  func exchange(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    before()
    let number = rest.add() - 1
    return TransportResponse(status: statuses[min(number, statuses.count - 1)], url: request.url)
  }
}
