import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

/// Streams through a stack whose clock stands still: a layer that waits for the end of a body never returns.
@Suite("Streams through the layers of a stack", .timeLimit(.minutes(3)))
struct StreamedStackTests {
  private func stub(_ responses: StubResponse...) -> StubTransport {
    StubTransport(
      responses.map { On(.get, "/watch").respond($0).once() }, order: .declared, clock: CallClock(TestClock())
    )
  }

  private let endless = StubResponse.chunks(
    ["data: a\n\n", "data: never\n\n"], every: .seconds(1), contentType: "text/event-stream")

  @Test("no layer of the standard stack waits for the end of a stream, the log and the cache among them")
  func standardStack() async throws {
    let stub = stub(endless.headers(["Cache-Control": "max-age=60"]))
    let sink = CollectingSink()
    var stack = StandardStack(on: stub)
    stack.log = sink
    stack.observer = CallStatistics()
    var events = try await APIClient.testing(stack.transport).dispatch(Watch()).makeAsyncIterator()
    #expect(try await events.next()?.data == "a")
    #expect(sink.entries.count == 2, "the start and the end of the call: its head has come")
    #expect(stub.requests.first?.delivery == .streamed)
  }

  @Test("streamed calls are not shared: each caller has its own stream")
  func notShared() async throws {
    let stub = stub(endless, endless)
    let client = APIClient.testing(stub.duplicatesRemoved())
    async let one = client.dispatch(Watch())
    async let two = client.dispatch(Watch())
    for events in try await [one, two] {
      var events = events.makeAsyncIterator()
      #expect(try await events.next()?.data == "a")
    }
    #expect(stub.requests.count == 2)
  }

  @Test("a retry depends on the status alone: a stream that fails is not requested again")
  func retried() async throws {
    let broken = StubResponse.chunks(
      ["data: a\n\n"], contentType: "text/event-stream", failing: TransportFailure(.networkConnectionLost))
    let stub = stub(.status(503), broken, endless)
    var events = try await APIClient.testing(stub.retried(.immediate())).dispatch(Watch())
      .makeAsyncIterator()
    #expect(try await events.next()?.data == "a")
    await #expect(throws: NetworkRequestError.self) { try await events.next() }
    #expect(stub.requests.count == 2)
  }

  @Test("a file is at its destination, also after a 503 or from the cache")
  func files() async throws {
    let folder = try TemporaryFolder()
    let text = StubResponse.text("hello", headers: ["Cache-Control": "max-age=60"])
    let stub = stub(.text("no", status: 503), text)
    let client = APIClient.testing(stub.retried(.immediate()).cached())
    for name in ["one", "two"] {
      let place = folder.url.appending(path: name)
      let file = try await client.download(Endpoint<DownloadedFile>.get("/watch"), to: place, retrying: nil)
      #expect(file.url == place && file.byteCount == 5)
      #expect(try String(contentsOf: place, encoding: .utf8) == "hello")
    }
    #expect(stub.requests.count == 2)
    #expect(try folder.contents().count == 2)
    let taken = folder.url.appending(path: "one")
    await #expect(throws: NetworkRequestError.self) {
      try await client.download(Endpoint<DownloadedFile>.get("/watch"), to: taken, retrying: nil)
    }
    #expect(try String(contentsOf: taken, encoding: .utf8) == "hello")
  }

  @Test("a stream that was read to its end is served from the cache, as lines again")
  func cached() async throws {
    let response = StubResponse.chunks(["a\nb", "c\n"], contentType: "text/plain").headers([
      "Cache-Control": "max-age=60"
    ])
    let stub = stub(response)
    let client = APIClient.testing(stub.cached())
    for _ in 0..<2 {
      #expect(try await client.dispatch(Endpoint<Lines>.get("/watch")).all() == ["a", "bc"])
    }
    #expect(stub.requests.count == 1)
  }
}
