#if os(Linux)
  import TestSupport
  import Testing

  @testable import CurlEngine

  @Suite(
    "A socket of a session: pauses and ends", .timeLimit(.minutes(1)),
    .enabled(if: CurlLibrary.usable?.hasRawConnections == true))
  struct CurlSocketEndTests {
    /// Sends and takes what a test says.
    private final class User: RawConnectionUser {
      private let output: @Sendable () -> [UInt8]
      private let input: @Sendable (Int) -> Bool
      private let ends = AsyncStream.makeStream(of: CurlProblem?.self)

      init(
        output: @escaping @Sendable () -> [UInt8] = { [] },
        input: @escaping @Sendable (Int) -> Bool = { _ in true }
      ) {
        (self.output, self.input) = (output, input)
      }

      func received(_ bytes: UnsafeRawBufferPointer) -> Bool { input(bytes.count) }
      func takeOutput() -> [UInt8] { output() }
      func ended(_ problem: CurlProblem?) { ends.continuation.yield(problem) }

      func end() async throws -> CurlProblem? {
        try await ending(of: "the end of a socket") {
          for await problem in self.ends.stream { return problem }
          return nil
        }
      }
    }

    private struct Weak {
      weak var socket: CurlSocket?
    }

    private let session = CurlSession(CurlSettings())

    @Test("the end of a session is the problem of a socket that is open, and refused settings that of each")
    func ends() async throws {
      let server = try FaultServer { $0.waitUntilClosed() }
      defer { server.stop() }
      let request = try EngineTest.request(server.url().absoluteString, in: session)
      let refused = User()
      _ = CurlSocketSession(CurlSession(CurlSettings(), problem: .option("no"))).open(request, refused)
      guard case .option("no") = try await refused.end() else {
        Issue.record("a socket was opened although the settings are refused")
        return
      }
      let (user, sockets) = (User(), CurlSocketSession(session))
      let socket = sockets.open(request, user)
      try await ending(of: "the connection") { #expect(await until { server.connectionCount == 1 }) }
      try await ending(of: "the end of the loop") { await sockets.shutDown() }
      guard case .shutDown = try await user.end() else {
        Issue.record("the user was not told")
        return
      }
      withExtendedLifetime(socket) {}
    }

    @Test("a socket that is closed is kept by nothing, nor is its connection", arguments: ["http", "https"])
    func released(scheme: String) async throws {
      let begun = AsyncStream.makeStream(of: Void.self)
      let server = try FaultServer { connection in
        // With TLS, it is closed while it connects.
        _ = try connection.readSome()
        begun.continuation.finish()
        connection.waitUntilClosed()
      }
      defer { server.stop() }
      let sockets = CurlSocketSession(session)
      let request = try EngineTest.request("\(scheme)://127.0.0.1:\(server.port)/", in: session)
      let kept = Locked(Weak())
      do {
        let turns = Counter()
        let socket = sockets.open(request, User(output: { turns.add() == 1 ? [0] : [] }))
        kept.withLock { $0.socket = socket }
        for await _ in begun.stream {}
        socket.close()
      }
      try await ending(of: "the release of a socket") {
        #expect(await until { kept.withLock { $0.socket == nil } })
        #expect(await until { server.openConnectionCount == 0 })
      }
      await sockets.shutDown()
    }

    @Test("output that comes while the output before is taken is sent, too")
    func flushed() async throws {
      let arrived = AsyncStream.makeStream(of: Void.self)
      let server = try FaultServer { connection in
        _ = try connection.read(exactly: 1)
        arrived.continuation.finish()
      }
      defer { server.stop() }
      let sockets = CurlSocketSession(session)
      let socket = Locked<CurlSocket?>(nil)
      let turns = Counter()
      let user = User(output: {
        let turn = turns.add()
        // The first is at the beginning, the second for the flush of the first.
        guard turn > 2 else {
          socket.withLock { $0 }?.flush()
          return []
        }
        return turn == 3 ? [0] : []
      })
      let request = try EngineTest.request(server.url().absoluteString, in: session)
      socket.withLock { $0 = sockets.open(request, user) }
      try await ending(of: "the output") { for await _ in arrived.stream {} }
      await sockets.shutDown()
    }

    @Test("a paused socket is not read, nor watched, until it goes on")
    func paused() async throws {
      let server = try FaultServer { connection in
        try connection.send(Data(count: 1_000_000))
        connection.waitUntilClosed()
      }
      defer { server.stop() }
      let sockets = CurlSocketSession(session)
      let (pieces, total) = (Counter(), Counter())
      let user = User(input: { count in
        total.add(count)
        return pieces.add() > 1
      })
      let socket = sockets.open(try EngineTest.request(server.url().absoluteString, in: session), user)
      try await ending(of: "the pause") {
        let isPaused = try await until {
          try pieces.value > 1
            || pieces.value == 1
              && !EngineTest.connections(to: server.port).contains(where: EngineTest.isWatched)
        }
        #expect(isPaused && pieces.value == 1)
      }
      socket.resume()
      try await ending(of: "the rest") { #expect(await until { total.value == 1_000_000 }) }
      await sockets.shutDown()
    }

    @Test("the answer to the last bytes is sent, although the other end sends nothing any more")
    func answered() async throws {
      let answers = AsyncStream.makeStream(of: Void.self)
      let server = try FaultServer { connection in
        try connection.send("bye")
        connection.finishSending()
        _ = try connection.read(exactly: 2)
        answers.continuation.finish()
      }
      defer { server.stop() }
      let sockets = CurlSocketSession(session)
      let answer = Locked<[UInt8]>([])
      let user = User(
        output: {
          answer.withLock { answer in
            defer { answer = [] }
            return answer
          }
        },
        input: { _ in
          answer.withLock { $0 = [0, 0] }
          return true
        })
      let socket = sockets.open(try EngineTest.request(server.url().absoluteString, in: session), user)
      #expect(try await user.end() == nil)
      try await ending(of: "the answer") { for await _ in answers.stream {} }
      withExtendedLifetime(socket) {}
      await sockets.shutDown()
    }
  }
#endif
