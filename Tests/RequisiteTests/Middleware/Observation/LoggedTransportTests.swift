import RequisiteTesting
import Testing

@Suite("Logging", .timeLimit(.minutes(1)))
struct LoggedTransportTests {
  private let request: TransportRequest = {
    var request = TransportRequest(
      method: .post, url: URL(filePath: "/"),
      headers: ["Authorization": "Bearer canary-7f3a", "Content-Type": "application/json"],
      body: .data(Data(#"{"user":"ann","password":"canary-7f3a"}"#.utf8), contentType: "application/json"))
    request.url =
      URL(string: "https://ann:canary-7f3a@api.example.com/login?token=canary-7f3a&page=2") ?? request.url
    return request
  }()

  @Test(
    "the start and the end of a call are logged in their order, with status, size and time",
    .feature("C13", "E22"))
  func lines() async throws {
    let clock = TestClock()
    let sink = CollectingSink()
    let transport = Answering(status: 201, data: Data("{}".utf8)) { clock.advance(by: .milliseconds(12)) }
    _ = try await transport.logged(to: sink, clock: CallClock(clock)).send(request)
    #expect(
      sink.entries.map { $0.text() } == [
        "→ POST https://api.example.com/login?token=<redacted>&page=2",
        "← 201 Created POST https://api.example.com/login?token=<redacted>&page=2, 2 bytes in 12.0 ms",
      ])
    #expect(sink.entries.map(\.level) == [.debug, .info])
  }

  @Test(
    "a failure is logged as an error, a 4xx as a warning, a cancellation as nothing special", .feature("C13"))
  func levels() async throws {
    let levels: [(Result<Int, NetworkRequestError>, CallEvent.Level)] = [
      (.success(404), .warning), (.success(503), .error), (.success(200), .info),
      (.failure(.cancelled(request)), .info),
      (.failure(.urlSessionFailed(TransportFailure(.timedOut))), .error),
    ]
    for (outcome, level) in levels {
      let sink = CollectingSink()
      let transport = Answering(outcome: outcome)
      _ = await Result.awaiting { () async throws(NetworkRequestError) in
        try await transport.logged(to: sink).send(request)
      }
      #expect(sink.entries.last?.level == level)
      #expect(sink.entries.map(\.isStart) == [true, false], "a call that fails has a start and an end, too")
    }
  }

  @Test("a sink of the user's own chooses the entries and their words", .feature("C13"))
  func ownSink() async throws {
    struct Words: CallObserver {
      let log: Log
      func observe(_ event: CallEvent) {
        if case .ended(.success(let response), _) = event.kind, event.level >= .warning {
          log.add("\(event.request.method.rawValue) gave \(response.status)")
        }
      }
    }
    let log = Log()
    for status in [200, 404, 503] {
      _ = try await Answering(status: status, data: Data()).logged(to: Words(log: log)).send(request)
    }
    #expect(log.lines == ["POST gave 404", "POST gave 503"])
  }

  @Test("no style shows a secret, and the pretty one shows header fields and bodies", .feature("C13", "C14"))
  func pretty() async throws {
    let sink = CollectingSink()
    let body = Data(#"{"access_token":"canary-7f3a","id":7}"#.utf8)
    _ = try await Answering(status: 200, data: body).logged(to: sink).send(request)
    for style in [CallEvent.Style.oneLine, .pretty()] {
      for entry in sink.entries { #expect(!entry.text(style).contains("canary-7f3a")) }
    }
    #expect(sink.entries[0].text(.pretty()).contains("Authorization: <redacted>"))
    #expect(sink.entries[0].text(.pretty()).contains("  \"user\": \"ann\""))
    #expect(sink.entries[1].text(.pretty()).contains("  \"id\": 7"))
    #expect(!request.prettyPrinted.contains("canary-7f3a"))
  }

  @Test("the log has the requests and responses at its place in the stack", .feature("C24"))
  func order() async throws {
    let (outer, inner) = (CollectingSink(), CollectingSink())
    let stack = AddingField(upstream: Answering(status: 200, data: Data()).logged(to: inner)).logged(
      to: outer)
    _ = try await stack.send(request)
    #expect(outer.entries[0].request.headers["X-Stamp"] == nil)
    #expect(inner.entries[0].request.headers["X-Stamp"] == "1")
  }
}

private struct Answering: Transport {
  var outcome: Result<Int, NetworkRequestError>
  var data = Data()
  var before: @Sendable () -> Void = {}

  init(status: Int, data: Data, before: @escaping @Sendable () -> Void = {}) {
    outcome = .success(status)
    self.data = data
    self.before = before
  }

  init(outcome: Result<Int, NetworkRequestError>) { self.outcome = outcome }

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    before()
    return TransportResponse(
      status: try outcome.get(), headers: ["Content-Type": "application/json"], url: request.url,
      body: .data(data))
  }
}

private struct AddingField<Upstream: Transport>: Transport {
  let upstream: Upstream

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    var request = request
    request.headers["X-Stamp"] = "1"
    return try await upstream.send(request)
  }
}
