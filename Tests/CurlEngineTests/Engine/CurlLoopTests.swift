#if os(Linux)
  import TestSupport
  import Testing

  @testable import CurlEngine

  @Suite("A loop", .timeLimit(.minutes(1)))
  struct CurlLoopTests {
    /// Says how it ended, which may do something more.
    private final class Ending: RawConnectionUser {
      private let then: @Sendable (CurlProblem?) -> Void

      init(_ then: @escaping @Sendable (CurlProblem?) -> Void) { self.then = then }

      func received(_ bytes: UnsafeRawBufferPointer) -> Bool { true }
      func takeOutput() -> [UInt8] { [] }
      func ended(_ problem: CurlProblem?) { then(problem) }
    }

    /// What may be released.
    private struct Weak<Object: AnyObject> {
      weak var object: Object?
    }

    private static func isShutDown(_ problem: CurlProblem?) -> Bool {
      if case .shutDown = problem { true } else { false }
    }

    @Test("answers the commands that come while it ends, and keeps none of them")
    func lateCommands() async throws {
      let mailbox = try #require(CurlMailbox())
      let loop = try EngineTest.loop(mailbox: mailbox)
      let session = CurlSession(CurlSettings(), problem: .shutDown)
      let request = try EngineTest.request("http://127.0.0.1:1/", in: session)
      let socket = CurlSocketSession(session).open(request, Ending { _ in })
      let ends = Locked<[Bool]>([])
      let kept = Locked(Weak<Ending>())
      let isStopped = Locked(false)
      let transfer = CurlTransfer(request)
      let waiting = Task.immediate { await withUnsafeContinuation { transfer.wait(with: $0) } }
      do {
        let late = Ending { problem in ends.withLock { $0.append(Self.isShutDown(problem)) } }
        kept.withLock { $0.object = late }
        let first = Ending { [weak late] problem in
          ends.withLock { $0.append(Self.isShutDown(problem)) }
          // The loop has taken its last commands.
          guard let late else { return }
          for command in [.open(socket, request, late), .start(transfer)] as [CurlCommand] {
            #expect(mailbox.post(command) == nil)
          }
          Task.immediate {
            await withUnsafeContinuation { _ = mailbox.post(.stop(cancelling: true, ended: $0)) }
            isStopped.withLock { $0 = true }
          }
        }
        #expect(mailbox.post(.stop(cancelling: true, ended: nil)) == nil)
        #expect(mailbox.post(.open(socket, request, first)) == nil)
        withExtendedLifetime(late) { loop.run() }
      }
      #expect(ends.withLock { $0 } == [true, true])
      let problem = try await ending(of: "a transfer that came too late") { await waiting.value }
      #expect(Self.isShutDown(problem))
      try await ending(of: "a second stop") { #expect(await until { isStopped.withLock { $0 } }) }
      withExtendedLifetime(mailbox) { #expect(kept.withLock { $0.object } == nil) }
      #expect(Self.isShutDown(mailbox.post(.start(transfer))))
    }

    @Test("keeps no transfer that is over, though it keeps its connection")
    func released() async throws {
      let server = try FaultServer.answering(body: "a")
      defer { server.stop() }
      let session = CurlSession(CurlSettings())
      let last = Locked(Weak<CurlTransfer>())
      for isStreamed in [false, true] {
        do {
          let transfer = CurlTransfer(
            try EngineTest.request(
              server.url().absoluteString, method: "PUT", body: .data(Data(count: 100_000)),
              isStreamed: isStreamed, in: session))
          last.withLock { $0.object = transfer }
          #expect(await session.perform(transfer) == nil)
          let reader = CurlBodyReader(transfer, in: session)
          while try await reader.next() != nil {}
        }
        try await ending(of: "the release of a transfer") {
          #expect(await until { last.withLock { $0.object == nil } })
        }
      }
      #expect(server.connectionCount == 1 && server.openConnectionCount == 1)
      await session.shutDown(cancelling: true)
    }

    @Test("knows the places of its transfers, and moves none that need not wait for its connection")
    func places() throws {
      var settings = CurlSettings()
      (settings.connections, settings.connectionsPerHost, settings.connectionsOfMulti) = (4, 4, 1)
      let loop = try EngineTest.loop(settings)
      let request = try EngineTest.request("http://127.0.0.1:1/", in: CurlSession(settings))
      let transfers = (0..<3).map { _ in CurlTransfer(request) }
      for transfer in transfers { loop.perform(.start(transfer)) }
      let multis = transfers.map(\.multi)
      #expect(loop.multis.count == 3 && transfers.map(\.index) == [0, 1, 2])
      loop.perform(.cancel(transfers[0]))
      #expect(transfers.map(\.index) == [nil, 1, 0])
      #expect(transfers[1].multi === multis[1] && transfers[2].multi === multis[2])
      for transfer in transfers { loop.perform(.cancel(transfer)) }
      #expect(loop.transfers.isEmpty && loop.multis.allSatisfy { $0.transfers == 0 })
    }

    @Test("does not start a transfer whose cancellation has come first")
    func cancelledFirst() async throws {
      let loop = try EngineTest.loop()
      let session = CurlSession(CurlSettings(), problem: .shutDown)
      let transfer = CurlTransfer(try EngineTest.request("http://127.0.0.1:1/", in: session))
      let waiting = Task.immediate { await withUnsafeContinuation { transfer.wait(with: $0) } }
      loop.perform(.cancel(transfer))
      loop.perform(.start(transfer))
      let isStarted = !loop.transfers.isEmpty
      #expect(!isStarted)
      // Ends it if it was started.
      loop.perform(.cancel(transfer))
      guard case .cancelled = await waiting.value else {
        Issue.record("the call was not told")
        return
      }
    }

    @Test(
      "releases a multi handle of sockets with the last of them",
      .enabled(if: CurlLibrary.usable?.hasRawConnections == true))
    func releasedMulti() throws {
      let server = try FaultServer { $0.waitUntilClosed() }
      defer { server.stop() }
      let loop = try EngineTest.loop()
      let session = CurlSession(CurlSettings(), problem: .shutDown)
      // The server does not answer the handshake, so the multi handle waits for it.
      let request = try EngineTest.request("https://127.0.0.1:\(server.port)/", in: session)
      let socket = CurlSocketSession(session).open(request, Ending { _ in })
      loop.perform(.open(socket, request, Ending { _ in }))
      var multi = Weak<CurlMulti>()
      for _ in 0..<1000 where multi.object == nil {
        loop.sockets.update(at: .max)
        multi.object = try EngineTest.connections(to: server.port).first.flatMap(loop.poller.owner)
      }
      #expect(multi.object != nil)
      loop.perform(.close(socket))
      #expect(loop.sockets.isEmpty && multi.object == nil)
    }

    @Test("sleeps until the next time limit, rounded up, but for no more than a minute")
    func sleep() {
      #expect(CurlTick.milliseconds(until: nil, from: 5) == -1)
      #expect(CurlTick.milliseconds(until: 4, from: 5) == 0)
      #expect(CurlTick.milliseconds(until: 6, from: 5) == 1)
      #expect(CurlTick.milliseconds(until: 1 << 62, from: 5) == 60_000)
    }

    @Test("has a timer that fires once, after its milliseconds")
    func timer() throws {
      let timer = CurlTimer()
      let before = CurlTick.clock()
      timer.set(milliseconds: 1000)
      let deadline = try #require(timer.deadline)
      #expect((before + 1_000_000_000...CurlTick.clock() + 1_000_000_000).contains(deadline))
      #expect(!timer.fire(at: deadline - 1) && timer.fire(at: deadline) && !timer.fire(at: deadline))
    }

    /// Learns when something has arrived, and asks the thread of the loop.
    private final class Arrival: CurlTransferObserver, Sendable {
      let time = Locked<UInt64>(0)
      let isPipeSignalBlocked = Locked(false)
      let pipeSignal = Locked<UInt?>(nil)

      func received(_ count: Int, of total: Int64, at now: UInt64) {
        time.withLock { $0 = now }
        var signals = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &signals)
        isPipeSignalBlocked.withLock { $0 = sigismember(&signals, SIGPIPE) == 1 }
        pipeSignal.withLock { $0 = Self.handler(of: SIGPIPE) }
      }

      func sent(_ count: Int, at now: UInt64) {}
      func rewound() {}
      func finished(sent: Int64, received: Int64) {}

      /// What the process does at a signal, as a number.
      static func handler(of signal: Int32) -> UInt? {
        var action = sigaction()
        guard sigaction(signal, nil, &action) == 0 else { return nil }
        return withUnsafeBytes(of: action) { $0.load(as: UInt.self) }
      }
    }

    @Test("knows when something arrives, is not ended by SIGPIPE, and changes no signal of the process")
    func arrival() async throws {
      let (isRead, maySend) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let server = try FaultServer { connection in
        try connection.readRequest()
        isRead.signal()
        maySend.wait()
        try connection.send(HTTPMessage.response(body: "a"))
      }
      defer { server.stop() }
      let session = CurlSession(CurlSettings())
      let arrival = Arrival()
      let request = try EngineTest.request(server.url().absoluteString, in: session)
      let call = Task { await session.perform(CurlTransfer(request, observer: arrival)) }
      await BlockingQueue("test").run { isRead.wait() }
      let before = CurlTick.clock()
      maySend.signal()
      #expect(await call.value == nil)
      #expect(arrival.time.withLock { $0 } >= before)
      #expect(arrival.isPipeSignalBlocked.withLock { $0 })
      #expect(arrival.pipeSignal.withLock { $0 } == Arrival.handler(of: SIGPIPE))
    }

    @Test("gives a transfer that is over nothing more of its body")
    func over() throws {
      let session = CurlSession(CurlSettings(), problem: .shutDown)
      let transfer = CurlTransfer(try EngineTest.request("http://a/", in: session))
      for line in ["HTTP/1.1 200 OK\r\n", "\r\n"] {
        #expect(Array(line.utf8).withUnsafeBytes { transfer.received(headerLine: $0) } == line.utf8.count)
      }
      #expect(Array("a".utf8).withUnsafeBytes { transfer.received(body: $0) } == 0)
      #expect(transfer.arrivedBody == 0)
    }
  }
#endif
