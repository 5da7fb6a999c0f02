#if os(Linux)
  import Foundation
  import RequisiteTesting
  import TestSupport
  import Testing

  @testable import Requisite
  @testable import RequisiteWebSocket

  extension SocketCore {
    /// Takes bytes of the server, and returns whether it should be read further.
    @discardableResult
    func take(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBytes { received($0) } }
  }

  /// Expects that work ends with a failure of a socket of this kind.
  private func expect(
    _ kind: WebSocketFailure.Kind, of words: String, location: SourceLocation = #_sourceLocation,
    _ work: @escaping @Sendable () async throws -> Void
  ) async {
    await #expect(sourceLocation: location) {
      try await ending(of: words, work)
    } throws: {
      (($0 as? NetworkRequestError)?.underlyingError as? WebSocketFailure)?.kind == kind
    }
  }

  /// Frames of 64 KiB each, which are too many to be read before the first ones are asked for.
  private let manyFrames = (0..<6).flatMap { _ in
    [0x82, 127, 0, 0, 0, 0, 0, 1, 0, 0] + [UInt8](repeating: 0, count: 1 << 16)
  }

  extension SocketCoreTests {
    @Test("A socket that has failed has no messages any more, and keeps no bytes, whatever still arrives")
    func keepsNothing() async throws {
      for isOfServer in [false, true] {
        let (core, _) = try await open()
        core.take([0x81, 0x01, 0x61, 0x82, 0x02, 1])
        if isOfServer {
          #expect(try await core.next(inParts: false)?.bytes == Data("a".utf8))
          core.take([2, 0x83, 0x00])
          _ = try await core.next(inParts: false)
          await #expect(throws: NetworkRequestError.self) { try await core.next(inParts: false) }
        } else {
          core.fail(.cancelled(nil))
        }
        #expect(core.state.withLock { $0.unread.count } == 0)
        core.take([UInt8](repeating: 0, count: 1000))
        #expect(core.state.withLock { $0.unread.count } == 0)
        await #expect(throws: NetworkRequestError.self) { try await core.next(inParts: false) }
      }
    }

    @Test("A close ends with the server's answer, which stands behind messages that no one has read")
    func closeBehindMessages() async throws {
      let (core, _) = try await open()
      core.take([0x81, 0x01, 0x61])
      core.beginClose(.normal, reason: "")
      core.take([0x82, 0x01, 1, 0x88, 0x02, 0x03, 0xE8])
      guard case .success? = core.state.withLock({ $0.end }) else {
        Issue.record("the socket has not ended")
        return
      }
    }

    @Test("A socket that its call does not take is closed when the call is released")
    func untaken() async throws {
      let ended = AsyncStream.makeStream(of: Void.self)
      let server = StubWebSocket { peer in
        while await peer.receive() != nil {}
        ended.continuation.finish()
      }
      let url = try #require(URL(string: "https://a.example"))
      do {
        let request = TransportRequest(url: url).recorded(on: .continuous)
        #expect(try await SocketOpener().open(request, on: server).status == 101)
      }
      try await ending(of: "the script") { for await _ in ended.stream {} }
    }

    @Test("A close after the connection was lost, with a message that no one has read, does not wait")
    func closeAfterLoss() async throws {
      let (core, _) = try await open()
      core.take([0x81, 0x01, 0x61])
      core.ended(nil)
      await expect(.lost, of: "the close") { try await core.close(.normal, reason: "") }
    }

    @Test("A ping is answered at once, and the keep-alive sends its own by itself")
    func flushesPings() async throws {
      let (clock, connection) = (TestClock(), Connection())
      var options = RequestOptions().with(\.timeout, nil)
      options.webSocket.pingInterval = .seconds(30)
      let (core, _) = try await open(options, on: CallClock(clock), over: connection)
      let before = connection.flushes.value
      core.take([0x89, 0x00])
      #expect(connection.flushes.value == before + 1 && core.takeOutput().count == 6)
      try await clock.sleepers(1)
      clock.advance(by: .seconds(30))
      // The alarm of the pong.
      try await clock.sleepers(1)
      #expect(connection.flushes.value == before + 2 && core.takeOutput().count == 14)
    }

    @Test("A ping of a socket that is closed or lost is refused")
    func pingAfterEnd() async throws {
      for isLost in [false, true] {
        let (core, _) = try await open()
        if isLost { core.ended(nil) } else { core.beginClose(.normal, reason: "") }
        await expect(isLost ? .lost : .ended, of: "the ping") { _ = try await core.ping() }
      }
    }

    @Test("A ping is answered by a pong with its own bytes alone")
    func otherPong() async throws {
      let (core, _) = try await open()
      let ping = Task { try await core.ping() }
      #expect(await until { core.state.withLock { !$0.pings.isEmpty } })
      core.take([0x8A, 0x01, 0x01])
      #expect(core.state.withLock { !$0.pings.isEmpty })
      core.take([0x8A, 0x08, 0, 0, 0, 0, 0, 0, 0, 1])
      _ = try await ending(of: "the ping") { try await ping.value }
    }

    @Test("A ping has the server read on, if no message follows the one that was read")
    func pingResumes() async throws {
      let connection = Connection()
      let (core, _) = try await open(over: connection)
      let pong = [0x8A, 125] + [UInt8](repeating: 0, count: 125)
      #expect(!core.take([0x81, 0x01, 0x61] + (0..<2100).flatMap { _ in pong }))
      #expect(try await core.next(inParts: false)?.bytes == Data("a".utf8))
      #expect(connection.resumptions.value == 0)
      let ping = Task { try await core.ping() }
      #expect(await until { connection.resumptions.value == 1 })
      core.fail(.cancelled(nil))
      _ = await ping.result
    }

    @Test("A server that waits for the reader is read on once, when half of what it sent is left")
    func resumesAtHalf() async throws {
      let connection = Connection()
      let (core, _) = try await open(over: connection)
      #expect(!core.take(manyFrames))
      var resumptions: [Int] = []
      for _ in 0..<6 {
        _ = try await core.next(inParts: false)
        resumptions.append(connection.resumptions.value)
      }
      #expect(resumptions == [0, 0, 0, 0, 1, 1])
    }

    @Test("No alarm is left of a handshake that was answered")
    func noAlarmOfHandshake() async throws {
      let clock = TestClock()
      let url = try #require(URL(string: "https://a.example"))
      let core = SocketCore(TransportRequest(url: url).recorded(on: CallClock(clock)))
      let opening = Task { try await core.open { _ in Connection() } }
      try await clock.sleepers(1)
      core.take(Self.acceptance(of: core.takeOutput()))
      #expect(try await opening.value.status == 101)
      #expect(await until { clock.sleeperCount == 0 })
    }

    @Test("No alarm is left of a socket that is closed, failed or lost", arguments: 0..<3)
    func noAlarm(ending: Int) async throws {
      let clock = TestClock()
      var options = RequestOptions().with(\.timeout, nil)
      options.webSocket.pingInterval = .seconds(300)
      let (core, _) = try await open(options, on: CallClock(clock))
      try await clock.sleepers(1)
      switch ending {
      case 0:
        core.beginClose(.normal, reason: "")
        // The server does not answer.
        clock.advance(by: core.options.closeTimeout)
      case 1: core.fail(.cancelled(nil))
      default: core.ended(nil)
      }
      #expect(await until { clock.sleeperCount == 0 })
    }

    @Test("A handshake that is not answered within the request's timeout fails")
    func handshakeTimeout() async throws {
      let (clock, connection) = (TestClock(), Connection())
      let url = try #require(URL(string: "https://a.example"))
      let options = RequestOptions().with(\.timeout, .seconds(7))
      let core = SocketCore(TransportRequest(url: url, options: options).recorded(on: CallClock(clock)))
      let opening = Task { try await core.open { _ in connection } }
      try await clock.sleepers(1)
      clock.advance(by: .seconds(7))
      await expect(.silent, of: "the handshake") { _ = try await opening.value }
      #expect(connection.closings.value == 1)
    }

    @Test("A socket that is closing is not ended because the server was silent before")
    func silentBeforeClose() async throws {
      let (core, _) = try await open()
      core.state.withLock { $0.hasReceived = false }
      core.beginClose(.normal, reason: "")
      core.fail("nothing arrived") { $0.isSilent }
      #expect(core.state.withLock { $0.end == nil })
      core.fail(.cancelled(nil))
    }

    @Test("A task that was cancelled opens no connection, and sends nothing over one that stays open")
    func cancelledBefore() async throws {
      let (core, _) = try await open()
      let opened = Counter()
      let task = Task {
        while !Task.isCancelled { await Task.yield() }
        let other = SocketCore(core.request)
        await #expect(throws: NetworkRequestError.self) {
          try await other.open { _ in
            opened.add()
            return Connection()
          }
        }
        await #expect(throws: NetworkRequestError.self) {
          try await core.send(RawMessage(isText: true, bytes: Data("a".utf8)))
        }
      }
      task.cancel()
      await task.value
      #expect(opened.value == 0 && core.takeOutput().isEmpty && core.state.withLock { $0.end == nil })
    }

    @Test("A second task that reads a socket gets an error, and the first one the message")
    func secondReader() async throws {
      let (core, _) = try await open()
      let reader = Task { try await core.next(inParts: false) }
      #expect(await until { core.state.withLock { $0.reader != nil } })
      let error = await #expect(throws: NetworkRequestError.self) {
        try await ending(of: "the second reader") { try await core.next(inParts: false) }
      }
      #expect(error?.kind == .unknownError)
      core.take([0x81, 0x01, 0x61])
      let message = try await ending(of: "the first reader") { try await reader.value }
      #expect(message?.bytes == Data("a".utf8))
    }

    @Test("Messages are compressed from the shortest size on, and none if the options say so")
    func compressedSize() async throws {
      let (core, _) = try await open()
      for (count, first) in [(255, 0x82), (256, 0xC2)] as [(Int, UInt8)] {
        try await core.send(RawMessage(isText: false, bytes: Data(count: count)))
        #expect(core.takeOutput().first == first)
      }
      var request = core.request
      request.options.webSocket.compresses = false
      #expect(!SocketCore(request).handshake.compresses && core.handshake.compresses)
    }

    @Test(
      "A sender does not wait for room that there is as soon as the connection was flushed, nor after its loss"
    )
    func flushedWhileSending() async throws {
      for isLost in [false, true] {
        let connection = Connection()
        let (core, _) = try await open(over: connection)
        connection.onFlush.withLock {
          $0 = { if isLost { core.ended(nil) } else { _ = core.takeOutput() } }
        }
        let message = RawMessage(isText: false, bytes: message(1 << 20, seed: 1))
        if isLost {
          await expect(.lost, of: "the sender") { try await core.send(message) }
        } else {
          try await ending(of: "the sender") { try await core.send(message) }
        }
        connection.onFlush.withLock { $0 = nil }
      }
    }

    @Test("Bytes that were read do not stay, though others always follow")
    func unreadBytes() {
      var unread = UnreadBytes()
      let piece = [UInt8](repeating: 1, count: 100_000)
      piece.withUnsafeBytes { unread.append($0) }
      for _ in 0..<100 {
        piece.withUnsafeBytes { unread.append($0) }
        unread.take { _ in piece.count }
      }
      #expect(unread.count == piece.count && unread.bytes.count < 2 * UnreadBytes.maximum)
    }
  }
#endif
