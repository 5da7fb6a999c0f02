#if os(Linux)
  import Foundation
  import RequisiteTesting
  import TestSupport
  import Testing

  @testable import Requisite
  @testable import RequisiteWebSocket

  /// What wakes the tasks that wait for a socket, and what its alarms are set to. A state is looked at where a fault would leave a
  /// task waiting.
  extension SocketCoreTests {
    @Test(
      "A task that waits for a message is woken by the loss of the connection, and by its own cancellation",
      arguments: [false, true])
    func wakesReader(isCancelled: Bool) async throws {
      let (core, _) = try await open()
      let reader = Task { try await core.next(inParts: false) }
      #expect(await until { core.state.withLock { $0.reader != nil } })
      if isCancelled { reader.cancel() } else { core.ended(nil) }
      try #require(core.state.withLock { $0.reader == nil && $0.end != nil })
      await #expect(throws: NetworkRequestError.self) { try await reader.value }
    }

    @Test("A ping that is sent while a task waits for a message does not keep the message from it")
    func pingWhileReading() async throws {
      let (core, _) = try await open()
      let reader = Task { try await core.next(inParts: false) }
      #expect(await until { core.state.withLock { $0.reader != nil } })
      let ping = Task { try await core.ping() }
      #expect(await until { core.state.withLock { !$0.pings.isEmpty } })
      core.take([0x81, 0x01, 0x61])
      try #require(core.state.withLock { $0.reader == nil })
      #expect(try await reader.value?.bytes == Data("a".utf8))
      core.fail(.cancelled(nil))
      _ = await ping.result
    }

    @Test("The end of a socket wakes each task that sends, compresses, pings or closes")
    func wakesAll() async throws {
      let request = TransportRequest(url: try #require(URL(string: "https://a.example")))
      let waits: [(inout SocketState, Waiter<Void>) -> Void] = [
        { $0.senders = [$1] }, { $0.compressors = [$1] }, { $0.pings[1] = $1 }, { $0.closers = [$1] },
      ]
      for wait in waits {
        var woken = 0
        _ = await withUnsafeContinuation { (waiter: Waiter<Void>) in
          var (state, deferred) = (SocketState(), DeferredResumes())
          wait(&state, waiter)
          state.finish(.success(()), of: request, &deferred)
          woken = deferred.others.count
          waiter.resume(returning: .success(()))
        }
        #expect(woken == 1)
      }
    }

    @Test("A handshake that is answered before its task waits is a response, or an error, at once")
    func answeredAtOnce() async throws {
      let url = try #require(URL(string: "https://a.example"))
      let answers: [(text: String, status: Int)] = [
        ("HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n", 403), ("SSH-2.0-OpenSSH\r\n", -1),
      ]
      for answer in answers {
        let core = SocketCore(TransportRequest(url: url).recorded(on: .continuous))
        let outcome = Locked<Int?>(nil)
        Task {
          do {
            let response = try await core.open { user in
              _ = Array(answer.text.utf8).withUnsafeBytes { user.received($0) }
              return Connection()
            }
            outcome.withLock { $0 = response.status }
          } catch { outcome.withLock { $0 = -1 } }
        }
        #expect(
          await until { outcome.withLock { $0 != nil } || core.state.withLock { $0.opening != nil } })
        #expect(outcome.withLock { $0 } == answer.status)
      }
    }

    @Test("A 101 that does not answer the key ends the handshake, and closes the connection")
    func wrongAccept() async throws {
      let (url, connection) = (try #require(URL(string: "https://a.example")), Connection())
      let core = SocketCore(TransportRequest(url: url).recorded(on: .continuous))
      let opening = Task { try await core.open { _ in connection } }
      #expect(await until { core.state.withLock { $0.opening != nil } })
      let fields = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: x\r\n"
      core.take(Array("HTTP/1.1 101 Yes\r\n\(fields)\r\n".utf8))
      try #require(core.state.withLock { $0.end != nil && $0.opening == nil })
      #expect(connection.closings.value == 1)
      await #expect(throws: NetworkRequestError.self) { try await opening.value }
    }

    @Test("A ping returns the time until its pong, and each ping has a pong of its own")
    func pingTime() async throws {
      let clock = TestClock()
      let (core, _) = try await open(RequestOptions().with(\.timeout, nil), on: CallClock(clock))
      let pings = (1...2).map { _ in Task { try await core.ping() } }
      #expect(await until { core.state.withLock { $0.machine?.output.count == 28 } })
      try #require(core.state.withLock { $0.pings.count } == 2)
      clock.advance(by: .seconds(3))
      for number: UInt8 in [1, 2] { core.take([0x8A, 0x08, 0, 0, 0, 0, 0, 0, 0, number]) }
      for ping in pings { #expect(try await ping.value == .seconds(3)) }
    }

    @Test("Anything that arrives after the ping of the keep-alive keeps the socket open, and silence ends it")
    func pongTimeout() async throws {
      let clock = TestClock()
      var options = RequestOptions().with(\.timeout, nil)
      (options.webSocket.pingInterval, options.webSocket.pongTimeout) = (.seconds(30), .seconds(11))
      let (core, _) = try await open(options, on: CallClock(clock))
      try await clock.sleepers(1)
      clock.advance(by: .seconds(30))
      try await clock.sleepers(1)
      core.take([0x8A, 0x00])
      clock.advance(by: .seconds(11))
      // The alarm of the next ping, or the end of the socket.
      #expect(await until { clock.sleeperCount == 1 || core.state.withLock { $0.end != nil } })
      try #require(core.state.withLock { $0.end == nil })
      clock.advance(by: .seconds(30))
      try await clock.sleepers(1)
      clock.advance(by: .seconds(10))
      #expect(clock.sleeperCount == 1)
      clock.advance(by: .seconds(1))
      #expect(clock.sleeperCount == 0)
      #expect(await until { core.state.withLock { $0.end != nil } })
      await #expect {
        try await core.next(inParts: false)
      } throws: {
        guard case .urlSessionFailed(let failure)? = $0 as? NetworkRequestError else { return false }
        return failure.code == .timedOut && (failure.underlyingError as? WebSocketFailure)?.kind == .silent
      }
    }

    @Test(
      "An abandoned socket is closed with 1001 at once, and its connection after the time limit of its options"
    )
    func abandoned() async throws {
      let (clock, connection) = (TestClock(), Connection())
      var options = RequestOptions().with(\.timeout, nil)
      options.webSocket.closeTimeout = .seconds(9)
      var (core, server) = try await open(options, on: CallClock(clock), over: connection)
      let before = connection.flushes.value
      core.abandon()
      #expect(connection.flushes.value == before + 1)
      let events = server.events(of: core.takeOutput())
      #expect(events == [.ended(.closed(.goingAway, reason: ""))])
      try await clock.sleepers(1)
      clock.advance(by: .seconds(8))
      #expect(clock.sleeperCount == 1)
      clock.advance(by: .seconds(1))
      #expect(await until { connection.closings.value == 1 })
    }

    @Test("A socket to which no one refers any more begins its close")
    func unreferenced() async throws {
      let (core, _) = try await open()
      let head = TransportResponse(status: 101, url: core.request.url)
      _ = SocketOwner(core, NetworkResponse(head, to: core.request), JSONCoding(), JSONCoding())
      #expect(core.state.withLock { $0.isClosing })
    }

    @Test("A message that cannot be sent because of the connection's error says that it was the sending")
    func errorOfSending() async throws {
      let (core, _) = try await open()
      let head = TransportResponse(status: 101, url: core.request.url)
      let owner = SocketOwner(core, NetworkResponse(head, to: core.request), JSONCoding(), JSONCoding())
      core.ended(.urlSessionFailed(TransportFailure(.networkConnectionLost, "reset", request: core.request)))
      await #expect {
        try await owner.send(RawMessage(isText: true, bytes: Data("a".utf8)))
      } throws: {
        "\($0)".contains("the message could not be sent: reset")
      }
    }

    @Test("A close after the connection was lost sets no time limit")
    func closeWithoutConnection() async throws {
      let (core, _) = try await open(RequestOptions().with(\.timeout, nil))
      core.ended(nil)
      core.beginClose(.normal, reason: "")
      #expect(core.state.withLock { $0.alarm } == nil)
      #expect(core.state.withLock { $0.connection } == nil)
    }

    @Test("A message beyond the limit of the request's options is refused with its first byte")
    func limitOfOptions() async throws {
      var options = RequestOptions()
      options.webSocket.maximumMessageSize = 100
      let (core, _) = try await open(options)
      let reader = Task { try await core.next(inParts: false) }
      #expect(await until { core.state.withLock { $0.reader != nil } })
      core.take([0x82, 101, 1])
      try #require(core.state.withLock { $0.end != nil })
      await #expect {
        try await reader.value
      } throws: {
        (($0 as? NetworkRequestError)?.underlyingError as? WebSocketFailure)?.closeCode == .messageTooBig
      }
    }

    @Test("The rest of a compressed message that was read in part is skipped in parts of bounded size")
    func skipsInParts() async throws {
      var (core, server) = try await open()
      server.send(binary: [UInt8](repeating: 0, count: 32 << 20))
      core.take(server.takeOutput())
      #expect(try await core.next(inParts: true)?.isEnd == false)
      var deferred = DeferredResumes()
      let rest = core.state.withLock { $0.next(inParts: false, of: core.request, &deferred) }
      #expect(try #require(rest).bytes.count <= 4096 * 1032)
    }

    @Test("Bytes that were all looked at leave no memory behind")
    func emptied() {
      var unread = UnreadBytes()
      [UInt8](repeating: 1, count: 100_000).withUnsafeBytes { unread.append($0) }
      unread.take { $0.count }
      #expect(unread.bytes.isEmpty && unread.bytes.capacity <= 4096)
    }

    @Test("The options of a socket are at first those that are documented")
    func defaults() {
      let options = WebSocketOptions()
      #expect(options.compresses && options.subprotocols.isEmpty && options.pingInterval == nil)
      #expect(options.maximumMessageSize == 16 << 20 && options.minimumCompressedSize == 256)
      #expect(options.pongTimeout == .seconds(20) && options.closeTimeout == .seconds(5))
    }
  }
#endif
