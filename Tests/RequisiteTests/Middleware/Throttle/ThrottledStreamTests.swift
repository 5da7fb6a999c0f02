import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("Throttle: streams and files", .timeLimit(.minutes(1)))
struct ThrottledStreamTests {
  private let request = TransportRequest(url: .api, delivery: .streamed)

  @Test("a streamed response holds its place until its stream has ended")
  func ended() async throws {
    let transport = StubTransport { On.any().respond(.chunks(["a", "b"])) }.throttled(max: 1)
    let stream = try await stream(from: transport)
    let next = Task { try await transport.send(request).status }
    try await waitUntilOneWaits(transport)
    #expect(try await stream.collected(upTo: 10) == Data("ab".utf8))
    #expect(try await ending(of: "the place of a stream that has ended") { try await next.value } == 200)
  }

  @Test("a stream that fails gives the place back")
  func failed() async throws {
    let transport = StubTransport {
      On.any().respond(.chunks(["a"], failing: TransportFailure(.networkConnectionLost)))
    }
    .throttled(max: 1)
    let stream = try await stream(from: transport)
    await #expect(throws: NetworkRequestError.self) { try await stream.collected(upTo: 10) }
    #expect(try await status(of: transport, after: "a stream that failed") == 200)
  }

  @Test("a stream that is dropped gives the place back")
  func dropped() async throws {
    let transport = StubTransport { On.any().respond(.chunks(["a", "b"])) }.throttled(max: 1)
    do {
      let stream = try await stream(from: transport)
      var chunks = stream.makeAsyncIterator()
      #expect(try await chunks.next() == Data("a".utf8))
    }
    #expect(try await status(of: transport, after: "a stream that was dropped") == 200)
  }

  @Test(
    "a layer that sends again first gives back the place of the response that it leaves", .feature("F39"),
    arguments: [401, 503])
  func sentAgain(after status: Int) async throws {
    let stub = StubTransport {
      On.any().respond(.text("no", status: status)).once()
      On.any().respond(text: "here")
    }
    let tokens = BearerAuthenticator(store: MemoryTokenStore(AccessToken("old"))) { _ in AccessToken("new") }
    let transport = stub.throttled(max: 1).retried(.immediate()).authenticated(with: tokens, for: URL.api)
    let request = TransportRequest(
      method: .put, url: .api, body: .data(Data(count: 2_000)), delivery: .streamed)
    #expect(try await transport.send(request).status == 200)
    #expect(stub.requests.count == 2)
  }

  @Test("a file gives the place back when it is complete")
  func files() async throws {
    let folder = try TemporaryFolder()
    let transport = StubTransport { On.any().respond(text: "here") }.throttled(max: 1)
    for name in ["a", "b"] {
      let place = folder.url.appending(path: name)
      _ = try await ending(of: "the place of a file") {
        try await transport.send(TransportRequest(url: .api, delivery: .file(place)))
      }
      #expect(try Data(contentsOf: place) == Data("here".utf8))
    }
  }

  private func status(of transport: some Transport, after words: String) async throws -> Int {
    try await ending(of: "the place of \(words)") { [request] in try await transport.send(request).status }
  }

  private func stream(from transport: some Transport) async throws -> ByteStream {
    let response = try await transport.send(request)
    guard case .stream(let stream) = response.body else { throw TransportFailure(.unknown) }
    return stream
  }

  private func waitUntilOneWaits(_ transport: some Transport) async throws {
    let gate = try #require(transport as? ThrottleTransport<StubTransport>).limiter
    #expect(await until { gate.waiting(for: .all) != 0 })
  }
}
