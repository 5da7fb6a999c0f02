import Requisite
import RequisiteTesting
import RequisiteWebSocket
import TestSupport
import Testing

@Suite("The end of a WebSocket", .timeLimit(.minutes(1)))
struct WebSocketEndTests {
  private func open(
    _ options: WebSocketOptions = WebSocketOptions(), clock: CallClock = .continuous,
    script: @escaping StubWebSocket.Script
  ) async throws -> WebSocket<String, String> {
    let dispatcher = NetworkDispatcher(transport: StubWebSocket(script: script), clock: clock)
    let client = APIClient(baseURL: "https://a.example", networkDispatcher: dispatcher)
    return try await client.with(\.webSocket, options).dispatch(Echo<String>())
  }

  private func failure(of error: (any Error)?) -> WebSocketFailure? {
    (error as? NetworkRequestError)?.underlyingError as? WebSocketFailure
  }

  /// Reads all messages, and returns the failure that ended them.
  private func read(_ socket: WebSocket<String, String>) async -> (
    messages: [String], failure: WebSocketFailure?
  ) {
    var messages: [String] = []
    do throws(NetworkRequestError) {
      for try await message in socket { messages.append(message) }
      return (messages, nil)
    } catch {
      #expect(error.kind == .urlSessionFailed)
      return (messages, failure(of: error))
    }
  }

  @Test("A socket that the caller was cancelled before receiving is closed, although the error is kept")
  func unreceived() async throws {
    let ended = AsyncStream.makeStream(of: Void.self)
    let server = StubWebSocket { peer in
      while await peer.receive() != nil {}
      ended.continuation.finish()
    }
    let client = APIClient(baseURL: "https://a.example", transport: CancellingLate(upstream: server))
    let call = Task { await client.result(of: Echo<String>()) }
    let result = await call.value
    for await _ in ended.stream {}
    #expect(throws: NetworkRequestError.self) { try result.get() }
  }

  @Test("Of two sockets that a layer opens for one call, the first is closed, and the caller has the second")
  func surplus() async throws {
    let ended = AsyncStream.makeStream(of: Void.self)
    let server = StubWebSocket { peer in
      while let message = await peer.receive() { peer.send(message) }
      ended.continuation.yield()
    }
    let client = APIClient(baseURL: "https://a.example", transport: SendingTwice(upstream: server))
    let socket = try await client.dispatch(Echo<String>())
    #expect(server.requests.count == 2)
    try await ending(of: "the first socket") { for await _ in ended.stream { break } }
    try await socket.send("a")
    var messages = socket.makeAsyncIterator()
    #expect(try await messages.next() == "a")
  }

  @Test("1000, 1001 and no code end the messages", arguments: [WebSocketCloseCode.normal, .goingAway, nil])
  func orderly(code: WebSocketCloseCode?) async throws {
    let socket = try await open { peer in
      peer.send("a")
      peer.close(code)
    }
    let (messages, failure) = await read(socket)
    #expect(messages == ["a"] && failure == nil)
    let error = await #expect(throws: NetworkRequestError.self) { try await socket.send("late") }
    #expect(self.failure(of: error)?.kind == .ended)
  }

  @Test("Any other code is a failure that has the code and the reason, after the messages before it")
  func otherCode() async throws {
    let socket = try await open { peer in
      peer.send("a")
      peer.close(WebSocketCloseCode(rawValue: 4001), reason: "enough")
    }
    let (messages, failure) = await read(socket)
    #expect(messages == ["a"])
    #expect(failure?.kind == .closed && failure?.closeCode?.rawValue == 4001)
    #expect(failure?.description.contains("“enough”") == true)
  }

  @Test("A connection that is cut is a failure, not an end")
  func dropped() async throws {
    let socket = try await open { $0.drop() }
    #expect(await read(socket).failure?.kind == .lost)
  }

  @Test("Messages that arrived before the connection was lost are read, and nothing can be sent any more")
  func readAfterLoss() async throws {
    let socket = try await open { peer in
      for text: WebSocketMessage in ["a", "b", "c"] { peer.send(text) }
      peer.drop()
    }
    let error = await #expect(throws: NetworkRequestError.self) {
      while true {
        try await socket.send("d")
        await Task.yield()
      }
    }
    #expect(self.failure(of: error)?.kind == .lost)
    let (messages, failure) = await read(socket)
    #expect(messages == ["a", "b", "c"] && failure?.kind == .lost)
  }

  @Test("A malformed frame is a failure with the code that the server got")
  func malformed() async throws {
    let socket = try await open { peer in
      peer.send("a")
      peer.send(bytes: [0x83, 0x00])
      while await peer.receive() != nil {}
    }
    let (messages, failure) = await read(socket)
    #expect(messages == ["a"])
    #expect(failure?.kind == .violation && failure?.closeCode == .protocolError)
  }

  @Test("Closing waits for the server's answer, discards what was not read, and ends the messages")
  func closing() async throws {
    let socket = try await open { peer in
      peer.send("unread")
      while await peer.receive() != nil {}
    }
    try await socket.close(.normal, reason: "done")
    try await socket.close()
    let (messages, failure) = await read(socket)
    #expect(messages.isEmpty && failure == nil)
  }

  @Test("A code that cannot be sent is refused, and the socket stays open")
  func illegalCode() async throws {
    let socket = try await open { peer in while let message = await peer.receive() { peer.send(message) } }
    for code in [999, 1005, 1006, 1015, 2000, 5000] as [UInt16] {
      let error = await #expect(throws: NetworkRequestError.self) {
        try await socket.close(WebSocketCloseCode(rawValue: code))
      }
      #expect(error?.kind == .invalidRequest)
    }
    try await socket.send("open")
    var messages = socket.makeAsyncIterator()
    #expect(try await messages.next() == "open")
  }

  @Test("A server that does not answer a close frame is left after the time limit")
  func closeTimeout() async throws {
    let clock = TestClock()
    let socket = try await open(clock: CallClock(clock)) { peer in
      peer.stall()
      while await peer.receive() != nil {}
    }
    async let closed: Void = socket.close()
    try await clock.sleepers(1)
    clock.advance(by: .seconds(5))
    do {
      try await closed
      Issue.record("the socket was closed")
    } catch {
      #expect(failure(of: error)?.kind == .silent)
    }
  }

  @Test("Cancelling the reader closes the connection with an error of its own")
  func cancelled() async throws {
    let ended = AsyncStream.makeStream(of: Void.self)
    let socket = try await open { peer in
      while await peer.receive() != nil {}
      ended.continuation.finish()
    }
    let reader = Task { try await socket.first { _ in true } }
    reader.cancel()
    let result = await reader.result
    #expect(throws: NetworkRequestError.cancelled(socket.response.request)) { try result.get() }
    for await _ in ended.stream {}
    let error = await #expect(throws: NetworkRequestError.self) { try await socket.send("late") }
    #expect(error?.kind == .cancelled)
  }

  @Test("A socket that is no longer referenced closes itself")
  func released() async throws {
    let ended = AsyncStream.makeStream(of: Void.self)
    do {
      let socket = try await open { peer in
        while await peer.receive() != nil {}
        ended.continuation.finish()
      }
      try await socket.send("a")
    }
    for await _ in ended.stream {}
  }

  @Test("A ping returns when its pong has come, and keep-alive ends a silent connection")
  func pings() async throws {
    let clock = TestClock()
    var options = WebSocketOptions()
    (options.pingInterval, options.pongTimeout) = (.seconds(30), .seconds(10))
    let stalls = AsyncStream.makeStream(of: Void.self)
    let socket = try await open(options, clock: CallClock(clock)) { peer in
      for await _ in stalls.stream {}
      peer.stall()
      while await peer.receive() != nil {}
    }
    #expect(try await socket.ping() == .zero)
    // A ping that is answered.
    try await clock.sleepers(1)
    clock.advance(by: .seconds(30))
    #expect(try await socket.ping() == .zero)
    try await clock.sleepers(1)
    clock.advance(by: .seconds(10))
    // One that is not.
    stalls.continuation.finish()
    let time = Task {
      while !Task.isCancelled {
        try await clock.sleepers(1)
        clock.advanceToNextDeadline()
      }
    }
    let failure = await read(socket).failure
    time.cancel()
    #expect(failure?.kind == .silent)
  }
}

/// Sends each request twice, and returns the second response.
private struct SendingTwice: Transport {
  let upstream: StubWebSocket

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    _ = try await upstream.send(request)
    return try await upstream.send(request)
  }
}

/// Cancels the task of each call when the response is there.
private struct CancellingLate: Transport {
  let upstream: StubWebSocket

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    let response = try await upstream.send(request)
    withUnsafeCurrentTask { $0?.cancel() }
    return response
  }
}
