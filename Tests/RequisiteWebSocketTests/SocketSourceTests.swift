import Requisite
import RequisiteTesting
import RequisiteWebSocket
import Testing

@Suite("Messages over several sockets", .timeLimit(.minutes(1)), .feature("F31"))
struct SocketSourceTests {
  let clock = TestClock()
  let opened = Locked(0)

  /// A source whose server plays the next script for each socket, and answers handshakes beyond them with status 404.
  func source(
    _ scripts: StubWebSocket.Script..., status: Int = 404, headers: HTTPHeaders = [:],
    retrying policy: Backoff = .constant(.seconds(10), attempts: 3),
    onOpen: @escaping @Sendable (WebSocket<String, String>) async throws -> Void = { _ in
    }
  ) -> SocketSource<String, String> {
    let started = Locked(0)
    let server = StubWebSocket(
      refusing: { [opened] request in
        let number = opened.withLock { count in
          count += 1
          return count
        }
        return number <= scripts.count
          ? nil : TransportResponse(status: status, headers: headers, url: request.url)
      },
      script: { peer in
        let number = started.withLock { count in
          defer { count += 1 }
          return count
        }
        await scripts[number](peer)
      })
    let dispatcher = NetworkDispatcher(transport: server, clock: CallClock(clock))
    let client = APIClient(baseURL: "https://a.example", networkDispatcher: dispatcher)
    return client.sockets(of: Echo<String>(), retrying: policy, onOpen: onOpen)
  }

  /// Reads all messages, and returns the error that ended them.
  private func read(
    _ source: SocketSource<String, String>
  ) async throws -> (messages: [String], error: NetworkRequestError?) {
    // The handshake has 60 seconds.
    try await clock.run(within: .seconds(50)) {
      var messages: [String] = []
      do throws(NetworkRequestError) {
        for try await message in source { messages.append(message) }
        return (messages, nil)
      } catch {
        return (messages, error)
      }
    }
  }

  @Test(
    "A socket that is lost, closed with 1001 or without a code is followed by another after the policy's wait"
  )
  func reconnects() async throws {
    let source = source(
      { peer in
        peer.send("a")
        peer.drop()
      },
      { peer in
        peer.send("b")
        peer.close(.goingAway)
      },
      { peer in
        peer.send("c")
        peer.close(nil)
      },
      { peer in peer.send("d") })
    let (messages, error) = try await read(source)
    #expect(messages == ["a", "b", "c", "d"] && error == nil)
    #expect(opened.withLock { $0 } == 4 && clock.now.offset >= .seconds(30))
  }

  @Test("The policy counts failures without a message between them, and its end throws the last one")
  func exhausted() async throws {
    let (messages, error) = try await read(
      source({ $0.drop() }, { $0.close(.internalError) }, { $0.close(.goingAway, reason: "restart") }))
    #expect(messages.isEmpty && opened.withLock { $0 } == 3)
    let failure = error?.underlyingError as? WebSocketFailure
    #expect(failure?.kind == .closed && failure?.closeCode == .goingAway)
  }

  @Test("A handshake answered with 503 is repeated after its Retry-After, one with 404 is thrown")
  func statuses() async throws {
    let busy = source(
      status: 503, headers: ["Retry-After": "40"], retrying: .constant(.seconds(1), attempts: 2))
    #expect(try await read(busy).error?.status == 503)
    #expect(opened.withLock { $0 } == 2 && clock.now.offset >= .seconds(40))
    opened.withLock { $0 = 0 }
    #expect(try await read(source()).error?.status == 404)
    #expect(opened.withLock { $0 } == 1)
  }

  @Test(
    "The policy of the source alone decides: the stack's layer of retries repeats no opening", .feature("F8"))
  func oneOpening() async throws {
    let server = StubWebSocket(refusing: { TransportResponse(status: 503, url: $0.url) }, script: { _ in })
    let dispatcher = NetworkDispatcher(transport: server.retried(), clock: CallClock(clock))
    let client = APIClient(baseURL: "https://a.example", networkDispatcher: dispatcher)
    let source = client.sockets(of: Echo<String>(), retrying: .constant(.seconds(1), attempts: 4))
    #expect(try await read(source).error?.status == 503)
    #expect(server.requests.count == 4)
  }

  @Test("A code of the application, and a violation of the protocol, are thrown")
  func permanent() async throws {
    let closed = source({ $0.close(WebSocketCloseCode(rawValue: 4001)) }, { _ in })
    #expect((try await read(closed).error?.underlyingError as? WebSocketFailure)?.closeCode?.rawValue == 4001)
    #expect(opened.withLock { $0 } == 1)
    let broken = source({ $0.send(bytes: [0x83, 0x00]) }, { _ in })
    opened.withLock { $0 = 0 }
    #expect((try await read(broken).error?.underlyingError as? WebSocketFailure)?.kind == .violation)
    #expect(opened.withLock { $0 } == 1)
  }

  @Test("Each socket gets what it needs first, and a loss meanwhile leads to another one")
  func opening() async throws {
    let heard = Locked<[WebSocketMessage?]>([])
    let listen: StubWebSocket.Script = { peer in
      let message = await peer.receive()
      heard.withLock { $0.append(message) }
      peer.send("a")
      peer.drop()
    }
    let source = source(
      listen, { peer in peer.drop() }, listen,
      onOpen: { socket in
        _ = try await socket.ping()
        try await socket.send("join")
      })
    let (messages, error) = try await read(source)
    #expect(messages == ["a", "a"] && error?.status == 404)
    #expect(heard.withLock { $0 } == ["join", "join"])
  }

  @Test("An error of another type, thrown by what a socket needs first, ends the source")
  func failedOpening() async throws {
    struct Unknown: Error {}
    let source = source({ _ in }, { _ in }, onOpen: { _ in throw Unknown() })
    let error = try await read(source).error
    #expect(error?.kind == .unknownError && error?.underlyingError is Unknown)
    #expect(opened.withLock { $0 } == 1)
  }

  @Test("A message is sent over the open socket, and fails while there is none")
  func sending() async throws {
    let source = source(
      { peer in
        peer.send("first")
        _ = await peer.receive()
        peer.drop()
      },
      { peer in
        peer.send("second")
        while let message = await peer.receive() { peer.send(message) }
      })
    func fails() async {
      let error = await #expect(throws: NetworkRequestError.self) { try await source.send("lost") }
      #expect((error?.underlyingError as? WebSocketFailure)?.kind == .lost)
      #expect(error?.description.contains("the message could not be sent: ") == true)
    }
    await fails()
    var messages = source.makeAsyncIterator()
    #expect(try await messages.next() == "first")
    try await source.send("bye")
    async let second = { [messages] in
      var rest = messages
      return try await rest.next()
    }()
    try await clock.sleepers(1)
    await fails()
    clock.advance(by: .seconds(10))
    #expect(try await second == "second")
  }

  @Test("Closing the open socket ends the messages, and leaving the loop closes it with 1001")
  func ends() async throws {
    let closed = source(
      { peer in
        peer.send("a")
        while await peer.receive() != nil {}
      }, { _ in })
    for try await _ in closed { try await closed.socket?.close() }
    #expect(opened.withLock { $0 } == 1 && closed.socket == nil)

    let ended = AsyncStream.makeStream(of: Void.self)
    let left = source(
      { peer in
        peer.send("a")
        while await peer.receive() != nil {}
        ended.continuation.finish()
      })
    opened.withLock { $0 = 0 }
    for try await _ in left { break }
    #expect(left.socket == nil)
    for await _ in ended.stream {}
  }

  @Test("The end of an earlier pass leaves the socket of a later one in place")
  func passes() async throws {
    let script: StubWebSocket.Script = { peer in
      peer.send("a")
      while await peer.receive() != nil {}
    }
    let source = source(script, script)
    var first: SocketSource<String, String>.AsyncIterator? = source.makeAsyncIterator()
    #expect(try await first?.next() == "a")
    var second = source.makeAsyncIterator()
    #expect(try await second.next() == "a")
    first = nil
    try await source.send("still open")
    #expect(first == nil)
  }

  @Test("The states say when a socket is open, lost with its error and the wait, and closed", .feature("F31"))
  func states() async throws {
    let source = source(
      { peer in
        peer.send("a")
        peer.drop()
      }, { $0.close(.goingAway) })
    let states = source.states
    _ = try await read(source)
    var texts: [String] = []
    for await state in states.prefix(9) {
      switch state {
      case .connecting: texts.append("connecting")
      case .open: texts.append("open")
      case .lost(let error, let wait):
        let failure = error?.underlyingError as? WebSocketFailure
        texts.append("\(failure.map { "\($0.kind)" } ?? "-") \(wait)")
      case .closed(let error): texts.append("closed \(error?.status ?? 0)")
      }
    }
    #expect(
      texts == [
        "closed 0", "connecting", "open", "lost 10.0 seconds", "connecting", "open", "closed 10.0 seconds",
        "connecting", "closed 404",
      ])
    let isClosed = if case .closed = source.state { true } else { false }
    #expect(isClosed)
  }

  @Test("Cancelling the reader ends the messages, also during a wait")
  func cancelled() async throws {
    let source = source({ $0.drop() }, { _ in })
    let reader = Task { try await source.first { _ in true } }
    try await clock.sleepers(1)
    reader.cancel()
    let error = await #expect(throws: NetworkRequestError.self) { try await reader.value }
    #expect(error?.isCancellation == true && opened.withLock { $0 } == 1)
  }
}
