import RequisiteTesting
import Testing

@testable import Requisite

@Suite("Events over several connections", .timeLimit(.minutes(1)))
struct EventSourceTests {
  let clock = TestClock()

  static func stream(_ text: String, failing error: (any Error)? = nil) -> StubResponse {
    .chunks([text], contentType: "text/event-stream", failing: error)
  }

  func client(_ stub: StubTransport) -> APIClient { .testing(stub, clock: CallClock(clock)) }

  /// All events of a source that ends, with the clock moved through all waits.
  func read(_ source: EventSource) async throws -> [String] {
    try await clock.run { try await source.all().map(\.data) }
  }

  let fixed = Backoff.constant(.seconds(10), attempts: 3)

  @Test("after the end of a connection, a new one resumes after the last event", .feature("F8"))
  func goesOn() async throws {
    let stub = StubTransport {
      On(.get, "/watch").respond(
        Self.stream("id: 1\ndata: a\n\nid: 2\ndata: b\n\nid: 3\ndata: dropped"),
        Self.stream("data: c\n\nid\n\n"), Self.stream("data: d\n\n"), .status(204))
    }
    #expect(try await read(client(stub).events(of: Watch())) == ["a", "b", "c", "d"])
    #expect(stub.requests.map { $0.headers[.lastEventID] } == [nil, "2", nil, nil])
    #expect(stub.requests.allSatisfy { $0.headers[.accept] == "text/event-stream" })
    #expect(clock.now.offset == .seconds(9), "three waits of the standard's three seconds")
  }

  @Test("the server sets the wait, and a connection without an event does not shorten it")
  func retryField() async throws {
    let stub = StubTransport {
      On(.get, "/watch").respond(
        Self.stream("retry: 500\ndata: a\n\n"), Self.stream("data: b\n\n"), Self.stream("retry: 0\n\n"),
        .status(204))
    }
    #expect(try await read(client(stub).events(of: Watch())) == ["a", "b"])
    #expect(clock.now.offset == .milliseconds(500 + 500 + 3_000))
  }

  @Test("a line that the end of the connection cuts off is dropped, also if it is a field without an event")
  func cut() async throws {
    let stub = StubTransport {
      On(.get, "/watch").respond(Self.stream("id: 7\nretry: 60000\ndata: a\n\nretry: 9"), .status(204))
    }
    #expect(try await read(client(stub).events(of: Watch())) == ["a"])
    #expect(clock.now.offset == .seconds(60))
  }

  @Test(
    "a server that sends retry: 0 and closes after each event gets at most two connections a second",
    .feature("F8"))
  func floor() async throws {
    let stub = StubTransport {
      On(.get, "/watch").respond(Self.stream("retry: 0\ndata: a\n\n")).times(20).then(.status(204))
    }
    #expect(try await read(client(stub).events(of: Watch())).count == 20)
    #expect(clock.now.offset == .milliseconds(20 * 500))
    _ = try await read(client(stub).events(of: Watch(), minimumWait: .seconds(2)))
    let other = StubTransport {
      On(.get, "/watch").respond(Self.stream("retry: 0\ndata: a\n\n"), .status(204))
    }
    let before = clock.now.offset
    _ = try await read(client(other).events(of: Watch(), minimumWait: .seconds(2)))
    #expect(clock.now.offset - before == .seconds(2))
  }

  @Test("a very long retry field is shortened, and a very long Retry-After is an error")
  func ceiling() async throws {
    let stub = StubTransport {
      On(.get, "/watch").respond(
        Self.stream("retry: 99999999999\ndata: a\n\n"), .status(503, headers: ["Retry-After": "601"]))
    }
    let error = await #expect(throws: NetworkRequestError.self) {
      try await read(client(stub).events(of: Watch()))
    }
    #expect(error?.status == 503)
    #expect(clock.now.offset == .seconds(600))
  }

  @Test(
    "a shared deadline limits all connections and waits, the deadline of a connection only that connection",
    .feature("F2")
  )
  func sharedDeadline() async throws {
    let stub = StubTransport { On(.get, "/watch").respond(Self.stream("data: a\n\n")) }
    var watch = Watch()
    watch.options.deadline = .seconds(2)
    watch.options.sharedDeadline = CallDeadline(.seconds(10), on: CallClock(clock))
    let source = client(stub).events(of: watch)
    let error = await #expect(throws: NetworkRequestError.self) { try await read(source) }
    #expect(error?.kind == .deadlineExceeded)
    #expect(stub.requests.count == 4)
    #expect(clock.now.offset == .seconds(9), "the fourth wait would have ended past the deadline")
  }

  @Test("an id that is not a valid field value is ignored, and the stream resumes after the id before it")
  func badID() async throws {
    let stub = StubTransport {
      On(.get, "/watch").respond(
        Self.stream("id: 1\ndata: a\n\nid: a\u{1}b\ndata: b\n\nid: \u{7F}\nid: \u{1B}[2J\ndata: c\n\n"),
        .status(204))
    }
    #expect(try await read(client(stub).events(of: Watch())) == ["a", "b", "c"])
    #expect(stub.requests.map { $0.headers[.lastEventID] } == [nil, "1"])
  }

  @Test("cancelling the reader ends the events, also during a wait")
  func cancelled() async throws {
    let stub = StubTransport { On(.get, "/watch").respond(Self.stream("data: a\n\n")) }
    let source = client(stub).events(of: Watch())
    let reader = Task { try await source.all() }
    try await clock.sleepers(1)
    reader.cancel()
    let error = await #expect(throws: NetworkRequestError.self) { try await reader.value }
    #expect(error?.isCancellation == true)
    #expect(stub.requests.count == 1)
  }

  @Test(
    "events are never answered from a cache",
    arguments: [CacheMode.standard, .preferStale, .maximumAge(.seconds(60)), .revalidate, .reload])
  func cache(mode: CacheMode) async throws {
    let text = StubResponse.text(
      "data: a\n\n", contentType: "text/event-stream", headers: ["Cache-Control": "max-age=600"])
    let stub = StubTransport { On(.get, "/watch").respond(text).times(2).then(.status(204)) }
    let client = APIClient.testing(stub.cached(), clock: CallClock(clock)).with(\.cache, mode)
    #expect(try await read(client.events(of: Watch())) == ["a", "a"])
    #expect(stub.requests.count == 3)
  }

  @Test(
    "a source that may not contact the server has no events, also if a cache has stored some",
    arguments: [CacheMode.offline, .onlyIfCached])
  func offline(mode: CacheMode) async throws {
    let text = StubResponse.text(
      "data: a\n\n", contentType: "text/event-stream", headers: ["Cache-Control": "max-age=600"])
    let stub = StubTransport { On(.get, "/watch").respond(text) }
    let client = APIClient.testing(stub.cached(), clock: CallClock(clock))
    #expect(try await client.dispatch(Watch()).all().map(\.data) == ["a"])
    var events = client.with(\.cache, mode).events(of: Watch()).makeAsyncIterator()
    let error = await #expect(throws: NetworkRequestError.self) { try await events.next() }
    #expect(error?.status == 504 && stub.requests.count == 1)
  }

  @Test("each pass over the events starts from the beginning")
  func passes() async throws {
    let stub = StubTransport {
      On(.get, "/watch").respond(
        Self.stream("id: 1\ndata: a\n\n"), .status(204), Self.stream("data: b\n\n"), .status(204))
    }
    let source = client(stub).events(of: Watch())
    #expect(try await read(source) == ["a"])
    #expect(try await read(source) == ["b"])
    #expect(stub.requests.map { $0.headers[.lastEventID] } == [nil, "1", nil, nil])
  }
}
