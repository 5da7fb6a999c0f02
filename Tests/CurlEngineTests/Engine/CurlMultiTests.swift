#if os(Linux)
  import TestSupport
  import Testing

  @testable import CurlEngine

  @Suite("Several multi handles in a loop", .timeLimit(.minutes(1)))
  struct CurlMultiTests {
    private static func settings(connections: Int, ofMulti: Int) -> CurlSettings {
      var settings = CurlSettings()
      (settings.connections, settings.connectionsOfMulti) = (connections, ofMulti)
      settings.connectionsPerHost = connections
      return settings
    }

    private func call(_ server: FaultServer, _ path: String = "/", in session: CurlSession) async throws {
      let transfer = CurlTransfer(try EngineTest.request(server.url(path).absoluteString, in: session))
      let problem = try await ending(of: "a connection for \(path), and its response") {
        await session.perform(transfer)
      }
      #expect(problem == nil && transfer.takeBack() && transfer.status == 200)
    }

    private func received(_ count: Int, by server: FaultServer) async throws {
      try await ending(of: "request \(count) of a server") {
        #expect(await until { server.received.count >= count })
      }
    }

    @Test(
      "the connections are divided among multi handles, unless there is a lower limit for each host",
      arguments: [
        (256, 256, [256]), (1999, 1999, [1999]), (2000, 2000, [1000, 1000]), (10_000, 9999, [10_000]),
        (3500, .max, [1500, 1000, 1000]),
      ])
    func division(connections: Int, perHost: Int, parts: [Int]) {
      var settings = CurlSettings()
      (settings.connections, settings.connectionsPerHost) = (connections, perHost)
      #expect(settings.multis == parts.count && settings.connectionsOfFirstMulti == parts[0])
      let others = (parts.count - 1) * settings.connectionsOfMulti
      #expect(settings.connectionsOfFirstMulti + others == connections)
    }

    @Test("a transfer takes the first multi handle that has room, or else the one with the fewest transfers")
    func placement() throws {
      let settings = Self.settings(connections: 5, ofMulti: 2)
      let loop = try EngineTest.loop(settings)
      let request = try EngineTest.request("http://127.0.0.1:1/", in: CurlSession(settings))
      var transfers: [CurlTransfer] = []
      func add(_ count: Int) throws -> [Int] {
        for _ in 0..<count {
          let transfer = CurlTransfer(request)
          transfer.multi = try loop.multiWithCapacity()
          transfers.append(transfer)
        }
        return loop.multis.map(\.transfers)
      }
      #expect(try add(3) == [3])
      #expect(try add(2) == [3, 2])
      #expect(try add(2) == [4, 3])
      transfers[0].multi = nil
      #expect(try add(1) == [4, 3])
      for transfer in transfers { transfer.multi = nil }
      #expect(loop.multis.map(\.transfers) == [0, 0])
    }

    @Test("the limit of all connections holds, and idle ones are used again")
    func limit() async throws {
      let server = try FaultServer.answering(body: "a", after: 0.005)
      defer { server.stop() }
      let session = CurlSession(Self.settings(connections: 5, ofMulti: 2))
      for _ in 0..<2 {
        try await withThrowingTaskGroup { group in
          for _ in 0..<30 { group.addTask { try await call(server, in: session) } }
          try await group.waitForAll()
        }
      }
      #expect(server.connectionCount == 5)
    }

    @Test("a transfer that waits for a connection gets the first that is free in any multi handle")
    func moved() async throws {
      let (held, released) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let server = try FaultServer { connection in
        while true {
          switch try connection.readRequest().target {
          case "/held": held.wait()
          case "/released": released.wait()
          default: break
          }
          try connection.send(HTTPMessage.response(body: "a"))
        }
      }
      defer { server.stop() }
      let session = CurlSession(Self.settings(connections: 2, ofMulti: 1))
      try await withThrowingTaskGroup { group in
        for (count, path) in ["/held", "/released"].enumerated() {
          group.addTask { try await call(server, path, in: session) }
          try await received(count + 1, by: server)
        }
        // One waits in each multi handle: the one beside `/held` has to move.
        func transfer(_ path: String) throws -> CurlTransfer {
          CurlTransfer(try EngineTest.request(server.url(path).absoluteString, in: session))
        }
        for path in ["/1", "/2"] { session.submit(try transfer(path)) }
        // When a third has been cancelled, the loop has started the two.
        let third = try transfer("/3")
        let cancelled = Task { await session.perform(third) }
        cancelled.cancel()
        _ = try await ending(of: "a transfer that was cancelled") { await cancelled.value }
        released.signal()
        try await received(4, by: server)
        held.signal()
        try await group.waitForAll()
      }
      #expect(server.connectionCount == 2)
    }

    @Test("a further multi handle is closed when its connections are too old")
    func aged() async throws {
      let both = Counter()
      let server = try FaultServer { connection in
        while true {
          try connection.readRequest()
          both.add()
          while both.value < 2 { connection.pause(0.001) }
          try connection.send(HTTPMessage.response(body: "a"))
        }
      }
      defer { server.stop() }
      var settings = Self.settings(connections: 2, ofMulti: 1)
      settings.idleConnectionAge = .zero
      let session = CurlSession(settings)
      async let other: Void = call(server, in: session)
      try await call(server, in: session)
      try await other
      #expect(server.openConnectionCount == 2)
      try await call(server, in: session)
      try await ending(of: "the close of an old connection") {
        #expect(await until { server.openConnectionCount <= 1 })
      }
    }
  }
#endif
