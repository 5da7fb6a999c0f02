import Requisite
import RequisiteTesting
import RequisiteWebSocket
import TestSupport
import Testing

@Suite("The server of a WebSocket", .timeLimit(.minutes(1)))
struct WebSocketServerTests {
  @Test(
    "A script that waits for something else is cancelled at the end of its socket, without its time limit")
  func cancelledScript() async throws {
    let ended = AsyncStream.makeStream(of: Void.self)
    let server = StubWebSocket { _ in
      for await _ in AsyncStream<Void>.makeStream().stream {}
      ended.continuation.finish()
    }
    let dispatcher = NetworkDispatcher(transport: server, clock: CallClock(TestClock()))
    let client = APIClient(baseURL: "https://a.example", networkDispatcher: dispatcher)
    let socket = try await client.dispatch(Echo<String>())
    try await socket.close()
    try await ending(of: "the script") { for await _ in ended.stream {} }
  }

  @Test(
    "Of two handshakes of one call, of which the second is refused, the caller has the socket of the first")
  func refusedSurplus() async throws {
    let count = Counter()
    let server = StubWebSocket(
      refusing: { request in
        count.add()
        return count.value == 1 ? nil : TransportResponse(status: 503, url: request.url)
      },
      script: { peer in while let message = await peer.receive() { peer.send(message) } })
    let client = APIClient(baseURL: "https://a.example", transport: KeepingFirst(upstream: server))
    let socket = try await client.dispatch(Echo<String>())
    try await socket.send("a")
    #expect(try await socket.receive() == "a" && count.value == 2)
  }

  @Test("A task that a script leaves behind gets no messages after the end of its socket")
  func leftTask() async throws {
    let ended = AsyncStream.makeStream(of: Void.self)
    let server = StubWebSocket { peer in
      await Task.detached {
        while await peer.receive() != nil {}
        ended.continuation.finish()
      }.value
    }
    let client = APIClient(baseURL: "https://a.example", transport: server)
    try await client.dispatch(Echo<String>()).close()
    try await ending(of: "the task") { for await _ in ended.stream {} }
  }

  @Test("A server whose client reads slowly goes on when it is read")
  func slowClient() async throws {
    let server = StubWebSocket { peer in
      for _ in 0..<100 { peer.send(.binary(Data(count: 20_000))) }
    }
    let client = APIClient(baseURL: "https://a.example", transport: server)
    let socket = try await client.dispatch(Echo<Data>())
    let count = try await ending(of: "the messages") {
      try await socket.reduce(0) { count, message in count + message.count }
    }
    #expect(count == 2_000_000)
  }
}

/// Sends each request twice, and returns the first response.
private struct KeepingFirst: Transport {
  let upstream: StubWebSocket

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    let response = try await upstream.send(request)
    _ = try await upstream.send(request)
    return response
  }
}
