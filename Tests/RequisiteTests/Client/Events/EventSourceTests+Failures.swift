import RequisiteTesting
import Testing

@testable import Requisite

extension EventSourceTests {
  @Test("a lost connection, a refused one and a server error are tried again, as the policy says")
  func failures() async throws {
    let stub = StubTransport {
      On(.get, "/watch").respond(
        Self.stream("id: 1\ndata: a\n\nid: 2\n\n", failing: TransportFailure(.networkConnectionLost)),
        .failure(.cannotConnectToHost), Self.stream("data: b\n\n", failing: TransportFailure(.timedOut)),
        .status(503, headers: ["Retry-After": "60"]), .status(204))
    }
    #expect(try await read(client(stub).events(of: Watch(), retrying: fixed)) == ["a", "b"])
    #expect(stub.requests.map { $0.headers[.lastEventID] } == [nil, "2", "2", "2", "2"])
    #expect(clock.now.offset == .seconds(10 + 10 + 10 + 60))
  }

  @Test("the count of failures restarts after an event, and too many failures in a row are thrown")
  func gaveUp() async throws {
    let lost = TransportFailure(.networkConnectionLost)
    let stub = StubTransport {
      On(.get, "/watch").respond(
        Self.stream("data: a\n\n", failing: lost), Self.stream("", failing: lost),
        Self.stream("data: b\n\n", failing: lost), Self.stream("", failing: lost),
        Self.stream("", failing: lost),
        Self.stream("data: never\n\n"))
    }
    let seen = Locked<[String]>([])
    let source = client(stub).events(of: Watch(), retrying: fixed)
    let error = await #expect(throws: NetworkRequestError.self) {
      try await clock.run {
        for try await event in source { seen.withLock { $0.append(event.data) } }
      }
    }
    #expect(error?.kind == .urlSessionFailed)
    #expect(seen.withLock { $0 } == ["a", "b"])
    #expect(stub.requests.count == 5)
  }

  @Test("a failure whose wait would outlast the shared deadline is thrown, and no error of the deadline")
  func outlasted() async throws {
    let stub = StubTransport { On(.get, "/watch").respond(.status(503)) }
    var watch = Watch()
    watch.options.sharedDeadline = CallDeadline(.seconds(2), on: CallClock(clock))
    // After a connection without events the wait is three seconds.
    let source = client(stub).events(of: watch, retrying: .constant(.seconds(1), attempts: 3))
    let error = await #expect(throws: NetworkRequestError.self) { try await read(source) }
    #expect(error?.status == 503)
    #expect(stub.requests.count == 1 && clock.now.offset == .zero)
  }

  @Test(
    "a permanent failure is thrown at once: a status, another media type",
    arguments: [StubResponse.status(404), .status(401), .text("<p>", contentType: "text/html")])
  func fatal(response: StubResponse) async throws {
    let stub = StubTransport { On(.get, "/watch").respond(response) }
    var events = client(stub).events(of: Watch()).makeAsyncIterator()
    await #expect(throws: NetworkRequestError.self) { try await events.next() }
    #expect(try await events.next() == nil)
    #expect(stub.requests.count == 1)
  }

  @Test("a request whose body can be read only once is sent once, and its events end with the connection")
  func readOnce() async throws {
    struct Ask: Request {
      typealias ReturnType = ServerSentEvents
      let path = "/watch"
      let method = HTTPMethod.post
      let body = HTTPBody.stream(BodyStream(ByteStream(Data("ask".utf8))))
    }
    let stub = StubTransport {
      On(.post, "/watch").respond(Self.stream("data: a\n\n"), Self.stream("data: never\n\n"))
    }
    #expect(try await read(client(stub).events(of: Ask(), retrying: fixed)) == ["a"])
    #expect(stub.requests.count == 1)
  }

  @Test("the time that a policy sees is counted from the last event")
  func elapsed() async throws {
    struct Minute: RetryPolicy {
      func delay(after failure: FailedAttempt) -> Duration? {
        failure.elapsed < .seconds(60) ? .seconds(1) : nil
      }
    }
    let stub = StubTransport {
      On(.get, "/watch").respond(
        Self.stream("retry: 100000\ndata: a\n\n"),
        Self.stream("data: b\n\n", failing: TransportFailure(.networkConnectionLost)),
        Self.stream("data: c\n\n"), .status(204))
    }
    let source = client(stub).events(of: Watch(), retrying: Minute())
    #expect(try await read(source) == ["a", "b", "c"])
  }

  @Test("the policy of the source alone decides: the stack's layer of retries repeats no connection")
  func oneConnection() async throws {
    let stub = StubTransport { On(.get, "/watch").respond(.status(503)) }
    let source = APIClient.testing(stub.retried(), clock: CallClock(clock)).events(
      of: Watch(), retrying: fixed)
    await #expect(throws: NetworkRequestError.self) { try await read(source) }
    #expect(stub.requests.count == 3)
  }

  @Test("a budget limits the connections after failures")
  func budget() async throws {
    let stub = StubTransport { On(.get, "/watch").fail(.cannotConnectToHost) }
    let budget = RetryBudget(ratio: 1, reserve: 2)
    let source = client(stub).events(of: Watch(), retrying: .immediate(attempts: 10), budget: budget)
    await #expect(throws: NetworkRequestError.self) { try await read(source) }
    #expect(stub.requests.count == 3)
  }

  @Test("by default, connections are made for as long as a reader waits, at most a minute apart")
  func patient() async throws {
    let stub = StubTransport {
      On(.get, "/watch").respond(.failure(.cannotConnectToHost)).times(100).then(.status(204))
    }
    #expect(try await read(client(stub).events(of: Watch())) == [])
    #expect(stub.requests.count == 101)
    #expect(clock.now.offset <= .seconds(60 * 100) && clock.now.offset >= .seconds(3 * 100))
  }
}
