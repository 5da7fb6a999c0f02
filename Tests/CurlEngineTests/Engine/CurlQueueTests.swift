#if os(Linux)
  import TestSupport
  import Testing

  @testable import CurlEngine

  @Suite("A session: waiting for a connection", .timeLimit(.minutes(3)))
  struct CurlQueueTests {
    /// An exchange whose moments can be compared with others of the same clock.
    private struct Exchange {
      let transfer: CurlTransfer
      let session: CurlSession

      init(_ url: URL, _ session: CurlSession) throws {
        self.session = session
        transfer = CurlTransfer(try EngineTest.request(url.absoluteString, in: session))
      }

      func run(submitted: () -> Void) async -> (timings: CurlTimings, start: UInt64)? {
        let problem = await withUnsafeContinuation { continuation in
          transfer.wait(with: continuation)
          session.submit(transfer)
          submitted()
        }
        guard problem == nil, transfer.takeBack() else { return nil }
        return (transfer.timings, transfer.submitted + UInt64(transfer.timings.queued))
      }
    }

    @Test("the time until a connection is free is in queued, and in no other phase")
    func queued() async throws {
      let (isRead, mayAnswer, released) = (
        DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), Locked(UInt64.max)
      )
      let server = try FaultServer { connection in
        try connection.readRequest()
        isRead.signal()
        mayAnswer.wait()
        released.withLock { $0 = CurlTick.clock() }
        try connection.send(HTTPMessage.response(body: "a"))
        try connection.readRequest()
        try connection.send(HTTPMessage.response(body: "b"))
      }
      defer { server.stop() }
      var settings = CurlSettings()
      settings.connectionsPerHost = 1
      let session = CurlSession(settings)
      let (first, second) = (
        try Exchange(server.url("/1"), session), try Exchange(server.url("/2"), session)
      )
      async let one = first.run {}
      await BlockingQueue("test").run { isRead.wait() }
      let two = try #require(await second.run { mayAnswer.signal() })
      let release = released.withLock { $0 }
      #expect(try #require(await one).start < release)
      #expect(two.start >= release)
      let times = two.timings
      #expect(times.reusedConnection)
      let phases = [times.queued, times.nameResolved, times.connected, times.secured, times.requestSent]
      #expect(phases == phases.sorted())
      #expect(times.requestSent <= times.firstByte && times.firstByte <= times.lastByte)
      // Only the second exchange follows the queue, and it ends before the test can observe it.
      #expect(second.transfer.submitted + UInt64(times.lastByte) <= CurlTick.clock())
      #expect(server.connectionCount == 1)
    }

    @Test("a request that does not wait is queued only until it reaches the loop")
    func free() async throws {
      let arrived = Locked(UInt64.max)
      let server = try FaultServer { connection in
        try connection.readRequest()
        arrived.withLock { $0 = CurlTick.clock() }
        try connection.send(HTTPMessage.response(body: "a"))
      }
      defer { server.stop() }
      let exchange = try Exchange(server.url(), CurlSession(CurlSettings()))
      let (times, start) = try #require(await exchange.run {})
      #expect(start >= exchange.transfer.started && start < arrived.withLock { $0 })
      #expect(times.queued < times.connected)
    }
  }
#endif
