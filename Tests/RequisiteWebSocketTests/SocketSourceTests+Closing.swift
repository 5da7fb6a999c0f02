import Requisite
import RequisiteTesting
import RequisiteWebSocket
import Testing

extension SocketSourceTests {
  private static let patient = Backoff.constant(.seconds(10), attempts: .max)

  /// Expects that a source ends its loop without an error, and stays closed.
  private func expectEnd(
    of source: SocketSource<String, String>, closedBy close: () async throws -> Void
  ) async throws {
    let reader = Task { try await source.reduce(into: [String]()) { $0.append($1) } }
    try await close()
    #expect(try await reader.value == [])
    #expect(try await source.reduce(into: []) { $0.append($1) } == [])
    let isClosed = if case .closed(nil) = source.state { true } else { false }
    #expect(isClosed && source.socket == nil && clock.sleeperCount == 0)
  }

  @Test("A source that is closed while it waits between two sockets ends, and opens no other one")
  func closedWhileWaiting() async throws {
    let source = source({ $0.drop() }, { $0.send("late") }, retrying: Self.patient)
    try await expectEnd(of: source) {
      for await state in source.states { if case .lost = state { break } }
      try await source.close()
    }
    #expect(opened.withLock { $0 } == 1)
  }

  @Test("A source that is closed while a socket is opened ends, and so does the socket")
  func closedWhileConnecting() async throws {
    let (begun, ended) = (AsyncStream.makeStream(of: Void.self), AsyncStream.makeStream(of: Void.self))
    let source = source(
      { peer in
        while await peer.receive() != nil {}
        ended.continuation.finish()
      },
      retrying: Self.patient,
      onOpen: { socket in
        begun.continuation.finish()
        _ = try await socket.receive()
      })
    try await expectEnd(of: source) {
      for await _ in begun.stream {}
      try await source.close()
    }
    for await _ in ended.stream {}
    #expect(opened.withLock { $0 } == 1)
  }

  @Test("A source that is closed at the moment at which a socket is open ends, and so does the socket")
  func closedWhileOpened() async throws {
    let (closing, ended) = (Locked<SocketSource<String, String>?>(nil), AsyncStream.makeStream(of: Void.self))
    let source = source(
      { peer in
        peer.send("unread")
        while await peer.receive() != nil {}
        ended.continuation.finish()
      },
      retrying: Self.patient,
      onOpen: { _ in try await closing.withLock { $0 }?.close() })
    closing.withLock { $0 = source }
    try await expectEnd(of: source) { for await _ in ended.stream {} }
    closing.withLock { $0 = nil }
  }

  @Test("A source that is closed while its socket is open closes it with the code, and ends")
  func closedWhileOpen() async throws {
    let source = source(
      { peer in while await peer.receive() != nil {} }, retrying: Self.patient)
    try await expectEnd(of: source) {
      for await state in source.states { if case .open = state { break } }
      let error = await #expect(throws: NetworkRequestError.self) {
        try await source.close(WebSocketCloseCode(rawValue: 1006))
      }
      #expect(error?.kind == .invalidRequest && source.socket != nil)
      try await source.close(.goingAway, reason: "bye")
    }
    #expect(opened.withLock { $0 } == 1)
  }

  @Test("A source that was closed before its loop begins opens no socket")
  func closedBefore() async throws {
    let source = source({ $0.send("a") })
    try await source.close()
    try await expectEnd(of: source) {}
    #expect(opened.withLock { $0 } == 0)
  }

  @Test("A send that fails within the loop says that it was the send, and the messages continue")
  func sendingInTheLoop() async throws {
    let source = source(
      { peer in
        peer.send("a")
        peer.drop()
      }, { $0.send("b") }, retrying: Self.patient)
    let (messages, errors) = try await clock.run(within: .seconds(50)) {
      var (messages, errors) = ([String](), [NetworkRequestError]())
      for try await message in source {
        messages.append(message)
        while message == "a", errors.isEmpty {
          do throws(NetworkRequestError) { try await source.send("heard") } catch { errors.append(error) }
          await Task.yield()
        }
        if message == "b" { try await source.close() }
      }
      return (messages, errors)
    }
    #expect(messages == ["a", "b"] && errors.map(\.kind) == [.urlSessionFailed])
    #expect(errors.allSatisfy { $0.description.contains("the message could not be sent: ") })
    #expect(errors.allSatisfy { ($0.underlyingError as? WebSocketFailure)?.kind == .lost })
  }
}
