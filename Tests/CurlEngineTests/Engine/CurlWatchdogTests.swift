#if os(Linux)
  import Testing

  @testable import CurlEngine

  /// When a transfer is idle: asked with times of the test's own, so that no test waits.
  @Suite("The idle timeout of a transfer")
  struct CurlWatchdogTests {
    private static let start: UInt64 = 1_000_000_000
    private static let limit: UInt64 = 450_000_000

    /// A transfer whose request has been sent, with a timeout of 450 ms.
    private func transfer(isStreamed: Bool = false) throws -> CurlTransfer {
      let session = CurlSession(CurlSettings(), problem: .shutDown)
      let request = try EngineTest.request(
        "http://127.0.0.1/", idle: .milliseconds(450), isStreamed: isStreamed, in: session)
      let transfer = CurlTransfer(request)
      (transfer.attempts, transfer.lastActivity) = (1, Self.start)
      return transfer
    }

    private func isIdle(_ transfer: CurlTransfer, after nanoseconds: UInt64) -> Bool {
      if case .idle = CurlWatchdog.problem(of: transfer, at: Self.start + nanoseconds) { true } else { false }
    }

    @Test("a silent server fails the call at the timeout, and not before")
    func silent() throws {
      let transfer = try transfer()
      #expect(!isIdle(transfer, after: Self.limit - 1))
      #expect(isIdle(transfer, after: Self.limit))
    }

    @Test("a server that keeps sending does not time out")
    func talking() throws {
      let transfer = try transfer()
      for index in 1...100 as ClosedRange<UInt64> {
        #expect(!isIdle(transfer, after: index * (Self.limit - 1)))
        transfer.lastActivity = Self.start + index * (Self.limit - 1)
      }
    }

    @Test("the timeout restarts when a line of the response arrives")
    func arrival() throws {
      let transfer = try transfer()
      let tick = CurlTick()
      transfer.tick = tick
      let line = Array("HTTP/1.1 103 Early Hints\r\n".utf8)
      #expect(line.withUnsafeBytes { transfer.received(headerLine: $0) } == line.count)
      #expect(!isIdle(transfer, after: tick.now - Self.start + Self.limit - 1))
      #expect(isIdle(transfer, after: tick.now - Self.start + Self.limit))
    }

    @Test("the timeout begins when the request has a connection")
    func connected() throws {
      let transfer = try transfer()
      let tick = CurlTick()
      transfer.tick = tick
      #expect(transfer.mayBeSent(on: .usable) && transfer.lastActivity == tick.now)
    }

    @Test("the timeout restarts when libcurl takes a piece of the request's body, once for each")
    func sending() throws {
      let transfer = try transfer()
      let tick = CurlTick()
      (transfer.tick, transfer.upload) = (tick, CurlUpload(Data("ab".utf8)))
      var byte: UInt8 = 0
      #expect(withUnsafeMutableBytes(of: &byte) { transfer.supplyBody($0) } == 1)
      #expect(!isIdle(transfer, after: tick.now - Self.start + Self.limit - 1))
      tick.update()
      #expect(isIdle(transfer, after: tick.now - Self.start + Self.limit))
    }

    @Test("the time of a reader or a writer does not count, and the timeout restarts after it")
    func paused() throws {
      let transfer = try transfer(isStreamed: true)
      transfer.isReceivePaused = true
      #expect(!isIdle(transfer, after: 10 * Self.limit))
      transfer.isReceivePaused = false
      transfer.pauseSending()
      #expect(!isIdle(transfer, after: 20 * Self.limit))
      transfer.endPauseOfSending()
      #expect(!isIdle(transfer, after: 21 * Self.limit - 1))
      #expect(isIdle(transfer, after: 21 * Self.limit))
    }

    @Test("the time of a writer does not count, also if no one looked at the transfer meanwhile")
    func pausedUnseen() throws {
      let transfer = try transfer()
      let tick = CurlTick()
      transfer.tick = tick
      let start = tick.now
      transfer.pauseSending()
      while tick.now == start { tick.update() }
      transfer.endPauseOfSending()
      #expect(transfer.lastActivity == Self.start + (tick.now - start))
    }

    @Test(
      "the timeout restarts when a stream's reader goes on, also if no one looked at the transfer meanwhile")
    func readOn() throws {
      let loop = try EngineTest.loop()
      let transfer = try transfer(isStreamed: true)
      loop.perform(.start(transfer))
      (transfer.isReceivePaused, transfer.lastActivity) = (true, Self.start)
      loop.perform(.resumeReceiving(transfer))
      #expect(!transfer.isReceivePaused && transfer.lastActivity == loop.tick.now)
      loop.perform(.cancel(transfer))
    }

    @Test("a connection is suspected after a second of silence, but not for a call that is cancelled sooner")
    func doubted() throws {
      let transfer = try transfer()
      func isDoubted(_ problem: CurlProblem?, after nanoseconds: UInt64) -> Bool {
        CurlWatchdog.suspectsConnection(of: transfer, after: problem, at: Self.start + nanoseconds)
      }
      #expect(isDoubted(.idle(.milliseconds(450)), after: Self.limit))
      #expect(isDoubted(.slow(.milliseconds(450), after: "5 bytes of it"), after: Self.limit))
      #expect(!isDoubted(.cancelled, after: 999_999_999))
      #expect(isDoubted(.cancelled, after: 1_000_000_000))
      #expect(!isDoubted(nil, after: 1_000_000_000) && !isDoubted(.shutDown, after: 1_000_000_000))
      transfer.isReceivePaused = true
      #expect(!isDoubted(.cancelled, after: 1_000_000_000))
      (transfer.isReceivePaused, transfer.attempts) = (false, 0)
      #expect(!isDoubted(.cancelled, after: 1_000_000_000))
    }

    @Test("the loop looks at a transfer that starts only when its timeout may have passed")
    func start() throws {
      let settings = CurlSettings()
      let loop = try EngineTest.loop(settings)
      let request = try EngineTest.request(
        "http://127.0.0.1:1/", idle: .milliseconds(450), in: CurlSession(settings))
      let transfer = CurlTransfer(request)
      loop.perform(.start(transfer))
      #expect(loop.watchdog.next == loop.tick.now + Self.limit)
      loop.perform(.cancel(transfer))
    }

    @Test("waiting for a free connection does not count")
    func queueing() throws {
      let transfer = try transfer()
      transfer.attempts = 0
      #expect(!isIdle(transfer, after: 10 * Self.limit))
    }
  }
#endif
