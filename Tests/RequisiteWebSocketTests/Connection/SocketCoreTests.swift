#if os(Linux)
  import Foundation
  import RequisiteTesting
  import TestSupport
  import Testing

  @testable import Requisite
  @testable import RequisiteWebSocket

  @Suite("A socket without a transport", .timeLimit(.minutes(2)))
  struct SocketCoreTests {
    /// A connection that does nothing by itself: the test is its thread.
    final class Connection: RawConnection {
      let (flushes, resumptions, closings) = (Counter(), Counter(), Counter())
      /// What the server does while the connection is flushed.
      let onFlush = Locked<(@Sendable () -> Void)?>(nil)
      func flush() {
        flushes.add()
        onFlush.withLock { $0 }?()
      }
      func resume() { resumptions.add() }
      func close() { closings.add() }
    }

    /// An open socket with compression, and its server, which answers while it is waited for.
    func open(
      _ options: RequestOptions = RequestOptions(), on clock: CallClock = .continuous,
      over connection: Connection = Connection()
    ) async throws -> (SocketCore, SocketMachine) {
      let url = try #require(URL(string: "https://a.example"))
      let core = SocketCore(TransportRequest(url: url, options: options).recorded(on: clock))
      let opening = Task { try await core.open { _ in connection } }
      while core.state.withLock({ $0.opening == nil }) { await Task.yield() }
      let isTimed = core.state.withLock { $0.alarm } != nil
      #expect(isTimed == (options.timeout != nil))
      _ = Self.acceptance(of: core.takeOutput()).withUnsafeBytes { core.received($0) }
      #expect(try await opening.value.status == 101)
      var options = WebSocketOptions()
      options.maximumMessageSize = 64 << 20
      return (core, SocketMachine(isClient: false, coding: MessageCoding(), options: options))
    }

    /// The response that accepts a handshake.
    static func acceptance(of request: [UInt8]) -> [UInt8] {
      let lines = String(decoding: request, as: UTF8.self).split(separator: "\r\n")
      let key = lines.first { $0.hasPrefix("Sec-WebSocket-Key: ") }?.dropFirst(19)
      let response =
        "HTTP/1.1 101 Yes\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        + "Sec-WebSocket-Extensions: permessage-deflate\r\n"
        + "Sec-WebSocket-Accept: \(HandshakeKey.accept(for: String(key ?? "")))\r\n\r\n"
      return Array(response.utf8)
    }

    /// Bytes that zlib takes long for.
    func message(_ count: Int, seed: UInt64) -> Data {
      var random = SplitMix64(seed: seed)
      var words = (0..<(count / 8)).map { _ in random.next() & 0x0F0F_0F0F_0F0F_0F0F }
      return words.withUnsafeMutableBytes { Data($0) }
    }

    @Test("A handshake without a timeout takes as long as the server does")
    func withoutTimeout() async throws {
      _ = try await open(RequestOptions().with(\.timeout, nil))
    }

    /// A connection whose server answers the handshake while it is flushed.
    private final class QuickConnection: RawConnection {
      private let core: any RawConnectionUser<NetworkRequestError>
      init(_ core: any RawConnectionUser<NetworkRequestError>) { self.core = core }
      func flush() {
        let request = core.takeOutput()
        guard !request.isEmpty else { return }
        _ = SocketCoreTests.acceptance(of: request).withUnsafeBytes { core.received($0) }
      }
      func resume() {}
      func close() {}
    }

    @Test("A socket whose handshake is answered before its time limit is armed stays open", .feature("F31"))
    func quickHandshake() async throws {
      let clock = TestClock()
      let url = try #require(URL(string: "https://a.example"))
      let core = SocketCore(TransportRequest(url: url).recorded(on: CallClock(clock)))
      #expect(try await core.open { QuickConnection($0) }.status == 101)
      #expect(core.state.withLock { $0.alarm } == nil)
      clock.advance(by: .seconds(600))
      #expect(core.state.withLock { $0.end } == nil)
    }

    @Test(
      "A socket whose connection ends after its first message, before the socket has it, keeps the message")
    func lostConnection() async throws {
      let (clock, connection) = (TestClock(), Connection())
      let url = try #require(URL(string: "https://a.example"))
      var options = RequestOptions()
      options.webSocket.pingInterval = .seconds(10)
      let core = SocketCore(TransportRequest(url: url, options: options).recorded(on: CallClock(clock)))
      let response = try await core.open { user in
        let bytes = Self.acceptance(of: user.takeOutput()) + [0x81, 0x01, 0x61]
        _ = bytes.withUnsafeBytes { user.received($0) }
        user.ended(nil)
        return connection
      }
      #expect(response.status == 101 && connection.closings.value == 1)
      // No keep-alive waits for a server that is gone.
      #expect(core.state.withLock { $0.alarm } == nil)
      clock.advance(by: .seconds(600))
      #expect(try await core.next(inParts: false)?.bytes == Data("a".utf8))
      await #expect { try await core.next(inParts: false) } throws: {
        (($0 as? NetworkRequestError)?.underlyingError as? WebSocketFailure)?.kind == .lost
      }
    }

    @Test("A time limit of the handshake that passes while the answer is read does not end the open socket")
    func limitDuringAnswer() async throws {
      let (core, _) = try await open()
      core.fail("the server did not answer") { $0.phase == .opening }
      #expect(core.state.withLock { $0.end } == nil)
      core.fail("nothing arrived") { $0.isSilent }
      #expect(core.state.withLock { $0.end } == nil)
    }

    @Test("A refusal whose body ends with the connection is a response")
    func refusalUntilEnd() async throws {
      let url = try #require(URL(string: "https://a.example"))
      let core = SocketCore(TransportRequest(url: url).recorded(on: .continuous))
      let opening = Task { try await core.open { _ in Connection() } }
      while core.state.withLock({ $0.opening == nil }) { await Task.yield() }
      _ = Array("HTTP/1.1 403 Forbidden\r\n\r\nno".utf8).withUnsafeBytes { core.received($0) }
      core.ended(nil)
      let response = try await opening.value
      #expect(response.status == 403)
      guard case .data(Data("no".utf8)) = response.body else {
        Issue.record("\(response.body)")
        return
      }
    }

    @Test("A refusal closes the connection")
    func refusal() async throws {
      let (url, connection) = (try #require(URL(string: "https://a.example")), Connection())
      let core = SocketCore(TransportRequest(url: url).recorded(on: .continuous))
      let opening = Task { try await core.open { _ in connection } }
      while core.state.withLock({ $0.opening == nil }) { await Task.yield() }
      _ = Array("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n".utf8).withUnsafeBytes {
        core.received($0)
      }
      #expect(try await opening.value.status == 403 && connection.closings.value == 1)
    }

    @Test(
      "A server that does not close the connection after its close frame is not waited for, wherever that stands",
      arguments: [false, true])
    func serverStays(isBehindMessage: Bool) async throws {
      let (clock, connection) = (TestClock(), Connection())
      let options = RequestOptions().with(\.timeout, nil)
      let (core, _) = try await open(options, on: CallClock(clock), over: connection)
      let frames: [UInt8] = (isBehindMessage ? [0x81, 0x01, 0x61] : []) + [0x88, 0x02, 0x03, 0xE8]
      #expect(frames.withUnsafeBytes { core.received($0) })
      if isBehindMessage { #expect(try await core.next(inParts: false)?.bytes == Data("a".utf8)) }
      #expect(try await core.next(inParts: false) == nil)
      try #require(core.state.withLock { $0.alarm } != nil)
      try await clock.sleepers(1)
      clock.advance(by: core.options.closeTimeout)
      while connection.closings.value == 0 { await Task.yield() }
    }

    @Test("A ping behind a message is answered when the next message is asked for")
    func pingBehindMessage() async throws {
      let connection = Connection()
      let (core, _) = try await open(over: connection)
      _ = ([0x81, 0x01, 0x61, 0x89, 0x00] as [UInt8]).withUnsafeBytes { core.received($0) }
      #expect(try await core.next(inParts: false)?.bytes == Data("a".utf8))
      let before = connection.flushes.value
      let reader = Task { try await core.next(inParts: false) }
      while core.state.withLock({ $0.reader == nil }) { await Task.yield() }
      #expect(connection.flushes.value > before)
      core.fail(.cancelled(nil))
      _ = await reader.result
    }

    @Test("A ping whose pong has not come fails with the socket")
    func pingAtEnd() async throws {
      let (core, _) = try await open()
      let ping = Task { try await core.ping() }
      while core.state.withLock({ $0.pings.isEmpty }) { await Task.yield() }
      core.ended(nil)
      await #expect {
        try await ending(of: "a ping") { try await ping.value }
      } throws: {
        (($0 as? NetworkRequestError)?.underlyingError as? WebSocketFailure)?.kind == .lost
      }
    }

    @Test("A message is sent when the connection has taken what is more than 256 KiB")
    func waitsForRoom() async throws {
      let (core, _) = try await open()
      let message = message(1 << 20, seed: 1)
      let isSent = Locked(false)
      let sender = Task {
        try await core.send(RawMessage(isText: false, bytes: message))
        isSent.withLock { $0 = true }
      }
      while core.state.withLock({ $0.senders.isEmpty }), !isSent.withLock({ $0 }) { await Task.yield() }
      #expect(core.state.withLock { $0.isFull && $0.senders.count == 1 })
      #expect(!isSent.withLock { $0 })
      #expect(core.takeOutput().count > SocketState.highWater)
      try await sender.value
    }

    @Test("A server that is not read, because its messages wait for the reader, is not silent")
    func slowReader() async throws {
      let clock = TestClock()
      var options = RequestOptions().with(\.timeout, nil)
      (options.webSocket.pingInterval, options.webSocket.pongTimeout) = (.seconds(30), .seconds(10))
      let (core, _) = try await open(options, on: CallClock(clock))
      let frame = [0x82, 127, 0, 0, 0, 0, 0, 1, 0, 0] + [UInt8](repeating: 0, count: 1 << 16)
      let frames = (0..<6).flatMap { _ in frame }
      #expect(!frames.withUnsafeBytes { core.received($0) })
      try await clock.sleepers(1)
      clock.advance(by: .seconds(30))
      try await clock.sleepers(1)
      clock.advance(by: .seconds(10))
      // The next ping's alarm, or the end of the socket.
      while clock.sleeperCount == 0, core.state.withLock({ $0.end == nil }) { await Task.yield() }
      for _ in 0..<6 { #expect(try await core.next(inParts: false)?.bytes.count == 1 << 16) }
      #expect(core.state.withLock { $0.end } == nil)
    }

    @Test("A server that sends pings and does not read their pongs is not read, until it has taken them")
    func manyPings() async throws {
      let connection = Connection()
      let (core, _) = try await open(over: connection)
      let ping = [0x89, 125] + [UInt8](repeating: 7, count: 125)
      var (count, isRead) = (0, true)
      while isRead, count < 10_000 {
        isRead = ping.withUnsafeBytes { core.received($0) }
        count += 1
      }
      #expect(!isRead && count * 131 >= SocketState.highWater && connection.resumptions.value == 0)
      #expect(core.takeOutput().count == count * 131)
      #expect(connection.resumptions.value == 1)
    }

    @Test("A sender that waits for room fails with the connection, whether or not what has arrived is read")
    func senderAtLoss() async throws {
      let (core, _) = try await open()
      let message = message(1 << 20, seed: 1)
      let sender = Task { try await core.send(RawMessage(isText: false, bytes: message)) }
      while core.state.withLock({ $0.senders.isEmpty }) { await Task.yield() }
      _ = ([0x81, 0x01, 0x61] as [UInt8]).withUnsafeBytes { core.received($0) }
      core.ended(nil)
      await #expect {
        try await ending(of: "a sender") { try await sender.value }
      } throws: {
        (($0 as? NetworkRequestError)?.underlyingError as? WebSocketFailure)?.kind == .lost
      }
      #expect(try await core.next(inParts: false)?.bytes == Data("a".utf8))
    }

    @Test("A close with messages that no one has read reads the server on, for its answer")
    func closeWhilePaused() async throws {
      let connection = Connection()
      let (core, _) = try await open(over: connection)
      let frame = [0x82, 127, 0, 0, 0, 0, 0, 1, 0, 0] + [UInt8](repeating: 0, count: 1 << 16)
      #expect(!(0..<6).flatMap { _ in frame }.withUnsafeBytes { core.received($0) })
      core.beginClose(.normal, reason: "")
      #expect(connection.resumptions.value == 1 && core.state.withLock { !$0.isPaused })
      core.fail(.cancelled(nil))
    }

    @Test("A task that waits to compress its message goes on when the one before it has")
    func compressionIsPassedOn() async throws {
      let (core, _) = try await open()
      core.state.withLock { $0.isCompressing = true }
      let senders = (1...3).map { number in
        Task { [message = message(20_000, seed: UInt64(number))] in
          try await core.send(RawMessage(isText: false, bytes: message))
        }
      }
      while core.state.withLock({ $0.compressors.count < 3 }) { await Task.yield() }
      core.state.withLock { $0.compressors.removeFirst() }.resume(returning: .success(()))
      for sender in senders { try await ending(of: "a sender") { try await sender.value } }
      #expect(core.state.withLock { !$0.isCompressing })
    }

    @Test("The thread of the connection does not wait while a message is compressed", .feature("F31"))
    func compressesOutsideOfTheLock() async throws {
      var (core, server) = try await open()
      let piece = message(1 << 18, seed: 1)
      let message = (0..<64).reduce(into: Data()) { whole, _ in whole += piece }
      // The calls that began and returned while the message was compressed: between two steps of a sender there is time for
      // a few. A busy machine may give this task no time meanwhile, so there are several messages.
      var calls = 0
      for _ in 0..<20 where calls < 100 {
        calls = 0
        let isSent = Locked(false)
        let sender = Task.detached { [core] in
          try await core.send(RawMessage(isText: false, bytes: message))
          isSent.withLock { $0 = true }
        }
        var output: [UInt8] = []
        while !isSent.withLock({ $0 }) {
          let wasCompressing = core.state.withLock { $0.isCompressing }
          output += core.takeOutput()
          if wasCompressing, core.state.withLock({ $0.isCompressing }) { calls += 1 }
          await Task.yield()
        }
        try await sender.value
        output += core.takeOutput()
        #expect(server.events(of: output) == [.message(isText: false, message)])
      }
      #expect(calls >= 100, "calls waited for the message")
    }

    @Test(
      "Messages that several tasks send are compressed one after the other, and small ones arrive as well")
    func compressesInOrder() async throws {
      var (core, server) = try await open()
      let messages = (0..<40).map { (number: Int) -> Data in
        self.message(number % 4 == 0 ? 80 : 20_000 + 8 * number, seed: UInt64(number))
      }
      let senders = messages.map { message -> Task<Void, any Error> in
        Task.detached { [core] in try await core.send(RawMessage(isText: false, bytes: message)) }
      }
      var events: [SocketMachine.Event] = []
      while events.count < messages.count {
        events += server.events(of: core.takeOutput())
        await Task.yield()
      }
      for sender in senders { try await sender.value }
      let received = events.map { if case .message(let message) = $0 { message.bytes } else { Data() } }
      #expect(Set(received) == Set(messages))
    }
  }
#endif
