#if os(Linux)
  import CRequisiteCurl
  import TestSupport
  import Testing

  @testable import CurlEngine

  /// What a loop has done after each command, without its thread.
  @Suite("The state of a loop", .timeLimit(.minutes(1)))
  struct CurlLoopStateTests {
    private static func started(_ count: Int, in loop: CurlLoop) throws -> [CurlTransfer] {
      let session = CurlSession(CurlSettings(), problem: .shutDown)
      let request = try EngineTest.request("http://127.0.0.1:1/", in: session)
      let transfers = (0..<count).map { _ in CurlTransfer(request) }
      for transfer in transfers { loop.perform(.start(transfer)) }
      return transfers
    }

    @Test("one that stops starts nothing more, and ends what is under way at once only if it has to")
    func stopping() throws {
      let loop = try EngineTest.loop()
      let first = try Self.started(4, in: loop)
      loop.perform(.stop(cancelling: false, ended: nil))
      let late = try Self.started(1, in: loop)
      #expect(loop.transfers.count == 4 && late[0].index == nil)
      loop.perform(.stop(cancelling: true, ended: nil))
      #expect(loop.transfers.isEmpty && first.allSatisfy { $0.index == nil })
      for transfer in first { loop.perform(.cancel(transfer)) }
    }

    @Test("a transfer that starts again has made no attempt, and starts again once")
    func restarted() throws {
      let loop = try EngineTest.loop()
      let transfer = try Self.started(1, in: loop)[0]
      transfer.attempts = 1
      loop.restart(transfer)
      #expect(transfer.attempts == 0 && loop.transfers.count == 1)
      guard case .done = transfer.restart else {
        Issue.record("it would start again")
        return
      }
      loop.perform(.cancel(transfer))
    }

    @Test("a transfer with a problem ends when it is looked at, and its multi handle knows when")
    func review() throws {
      let loop = try EngineTest.loop()
      let transfer = try Self.started(1, in: loop)[0]
      loop.review(transfer, unread: nil)
      #expect(loop.transfers.count == 1 && loop.multis[0].lastEnd == 0)
      transfer.problem = .unwatched(ENOSPC)
      loop.review(transfer, unread: nil)
      #expect(loop.transfers.isEmpty && loop.multis[0].lastEnd == loop.tick.now)
      loop.perform(.cancel(transfer))
    }

    @Test(
      "multi handles without transfers are closed when their connections are too old, except for the first")
    func aged() throws {
      var settings = CurlSettings()
      (settings.connections, settings.connectionsPerHost, settings.connectionsOfMulti) = (4, 4, 1)
      settings.idleConnectionAge = .milliseconds(60)
      let loop = try EngineTest.loop(settings)
      let session = CurlSession(CurlSettings(), problem: .shutDown)
      let transfers = try (0..<4).map { _ in
        let transfer = CurlTransfer(try EngineTest.request("http://127.0.0.1:1/", in: session))
        transfer.multi = try loop.multiWithCapacity()
        return transfer
      }
      let multis = loop.multis
      try #require(multis.count == 4)
      for (multi, age) in zip(multis, [61, 61, 61, 59] as [UInt64]) {
        multi.lastEnd = loop.tick.now - age * 1_000_000
      }
      // The third has a transfer.
      for index in [0, 1, 3] { transfers[index].multi = nil }
      let chosen = try loop.multiWithCapacity()
      #expect(chosen === multis[0])
      #expect(loop.multis.map(ObjectIdentifier.init) == [0, 2, 3].map { ObjectIdentifier(multis[$0]) })
      transfers[2].multi = nil
    }

    @Test(
      "a handle makes another transfer only after a whole response",
      arguments: [
        ("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na", true), ("HTTP/1.1 200 OK\r\nContent-Le", false),
        ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\na", false),
      ])
    func handles(response: String, isWhole: Bool) throws {
      let server = try FaultServer { connection in
        try connection.readRequest()
        try connection.send(response)
      }
      defer { server.stop() }
      let loop = try EngineTest.loop()
      let session = CurlSession(CurlSettings(), problem: .shutDown)
      let transfer = CurlTransfer(try EngineTest.request(server.url().absoluteString, in: session))
      loop.perform(.start(transfer))
      let handle = try #require(transfer.handle)
      #expect(loop.mailbox.post(.stop(cancelling: false, ended: nil)) == nil)
      loop.run()
      let next = try loop.multis[0].pool.take { _ in }
      #expect((next === handle) == isWhole)
    }

    @Test("a descriptor that is not waited for has no owner")
    func owner() throws {
      let loop = try EngineTest.loop()
      _ = try Self.started(1, in: loop).map { loop.perform(.cancel($0)) }
      let descriptor = rq_eventfd_create()
      defer { close(descriptor) }
      #expect(loop.poller.want(Int32(RQ_POLL_READ), on: descriptor, for: loop.multis[0]) == 0)
      #expect(loop.poller.owner(of: descriptor) === loop.multis[0])
      loop.poller.want(0, on: descriptor, for: loop.multis[0])
      #expect(loop.poller.owner(of: descriptor) == nil)
    }
  }

  @Suite("The state of a connection")
  struct CurlConnectionStateTests {
    private static func connection(_ ends: inout [Int32], in connections: CurlConnections) throws
      -> CurlConnection
    {
      try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
      connections.opened(ends[0])
      return try #require(connections.connection(on: ends[0]))
    }

    @Test("one whose response has not ended takes no request, nor does an idle one on which something waits")
    func states() throws {
      var ends: [Int32] = [0, 0]
      let connection = try Self.connection(&ends, in: CurlConnections())
      defer { for descriptor in ends { close(descriptor) } }
      let session = CurlSession(CurlSettings(), problem: .shutDown)
      let transfer = CurlTransfer(try EngineTest.request("http://a/", in: session))
      func isStale() -> Bool {
        if case .stale = connection.state(hasTLSBytes: { false }) { true } else { false }
      }
      connection.use(by: transfer)
      connection.isHTTP2 = false
      #expect(isStale() && connection.user === transfer)
      connection.release(by: transfer)
      #expect(!isStale() && connection.user == nil && connection.users == 0)
      #expect(write(ends[1], "a", 1) == 1)
      #expect(isStale())
    }

    @Test("it knows when something arrived, and when it last took more than it takes now")
    func times() throws {
      var ends: [Int32] = [0, 0]
      let connections = CurlConnections()
      let connection = try Self.connection(&ends, in: connections)
      defer { for descriptor in ends { close(descriptor) } }
      #expect(connection.isWritable(since: 5))
      #expect(fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
      let bytes = [UInt8](repeating: 0, count: 65_536)
      while write(ends[0], bytes, bytes.count) > 0 {}
      #expect(!connection.isWritable(since: 5))
      connections.noted(Int32(RQ_POLL_WRITE), on: ends[0], at: 6)
      #expect(connection.isWritable(since: 5) && !connection.isWritable(since: 6))
      #expect(connection.lastArrival == 0)
      connections.noted(Int32(RQ_POLL_READ), on: ends[0], at: 7)
      #expect(connection.lastArrival == 7)
    }

    @Test("a frame is its stream's, whichever transfer the log names; a later GOAWAY takes none back")
    func frames() throws {
      _ = try CurlLibrary.loaded.get()
      var ends: [Int32] = [0, 0]
      let connection = try Self.connection(&ends, in: CurlConnections())
      defer { for descriptor in ends { close(descriptor) } }
      let (one, three) = (try #require(CurlHandle()), try #require(CurlHandle()))
      func log(_ line: String, _ handle: CurlHandle) {
        Array("[HTTP/2] \(line)".utf8).withUnsafeBytes { handle.receivedLog($0) }
      }
      for (handle, number) in [(one, 1), (three, 3)] {
        handle.connection = connection
        log("[\(number)] OPENED stream for https://localhost/", handle)
      }
      log("[3] <- FRAME[DATA, len=4, eos=1, padlen=0]", one)
      #expect(three.stream.hasEnded && three.stream.received == 4 && !one.stream.hasEnded)
      log("[1] <- FRAME[RST_STREAM, len=4, flags=0, error=8]", one)
      #expect(one.stream.wasReset && !one.stream.wasRefused)
      for last in [1, 5] { log("[0] <- FRAME[GOAWAY, error=0, reason='', last_stream=\(last)]", one) }
      #expect(connection.lastStream == 1 && three.stream.wasRefused && !one.stream.wasRefused)
      for handle in [one, three] { handle.releaseConnection() }
    }
  }
#endif
