import RequisiteTesting
import Testing

@testable import Requisite

extension EventSourceTests {
  @Test("a lost connection, a refused one and a server in trouble are tried again, as the policy says")
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

  @Test("failures are counted anew behind an event, and too many in a row are thrown")
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

  @Test(
    "what does not pass is thrown at once: a status, another type",
    arguments: [StubResponse.status(404), .status(401), .text("<p>", type: "text/html")])
  func fatal(response: StubResponse) async throws {
    let stub = StubTransport { On(.get, "/watch").respond(response) }
    var events = client(stub).events(of: Watch()).makeAsyncIterator()
    await #expect(throws: NetworkRequestError.self) { try await events.next() }
    #expect(try await events.next() == nil)
    #expect(stub.requests.count == 1)
  }

  @Test("a budget bounds how often connections are made again after failures")
  func budget() async throws {
    let stub = StubTransport { On(.get, "/watch").fail(.cannotConnectToHost) }
    let budget = RetryBudget(ratio: 0, reserve: 2)
    let source = client(stub).events(of: Watch(), budget: budget)
    await #expect(throws: NetworkRequestError.self) { try await read(source) }
    #expect(stub.requests.count == 3)
  }

  @Test("by default, it is tried again for as long as somebody reads, with waits of a minute at most")
  func patient() async throws {
    let stub = StubTransport {
      On(.get, "/watch").respond(.failure(.cannotConnectToHost)).times(100).then(.status(204))
    }
    #expect(try await read(client(stub).events(of: Watch())) == [])
    #expect(stub.requests.count == 101)
    #expect(clock.now.offset <= .seconds(60 * 100) && clock.now.offset >= .seconds(3 * 100))
  }
}
