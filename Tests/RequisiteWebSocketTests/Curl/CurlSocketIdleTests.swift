#if os(Linux)
  import Foundation
  import RequisiteTesting
  import RequisiteWebSocket
  import TestSupport
  import Testing

  @Suite(
    "Idle WebSockets by libcurl", .timeLimit(.minutes(2)),
    .enabled(
      if: CurlTransport.libraryVersion.map { $0.compare("7.85", options: .numeric) != .orderedAscending }
        ?? false))
  struct CurlSocketIdleTests {
    @Test("An idle socket takes one descriptor, and its connection is kept while others are opened")
    func descriptors() async throws {
      let server = try FaultServer { connection in
        try connection.acceptWebSocket()
        try connection.echoWebSocket()
      }
      let transport = CurlTransport()
      let first = try await server.openWebSocket(transport)
      let before = try Self.descriptors()
      var sockets: [WebSocket<WebSocketMessage, WebSocketMessage>] = []
      for _ in 0..<400 { sockets.append(try await server.openWebSocket(transport)) }
      // One for the client and one for the server, 8 for the multi handles, and those of tests that run meanwhile.
      #expect(try Self.descriptors() < before + 1100)
      for socket in [first] + sockets {
        try await socket.send("a")
        #expect(try await socket.first { _ in true } == "a")
      }
      await transport.shutDown()
      while server.openConnectionCount > 0 { await Task.yield() }
    }

    /// 300 sockets by default; `.ci/long-run` opens 3,000.
    private static let count =
      ProcessInfo.processInfo.environment["REQUISITE_SOCKETS"].flatMap { Int($0) } ?? 300

    @Test("Sockets that are opened at once stay open while ten minutes of their clock pass", .feature("F31"))
    func tenMinutes() async throws {
      let server = try FaultServer { connection in
        try connection.acceptWebSocket()
        try connection.echoWebSocket()
      }
      let (transport, clock) = (CurlTransport(), TestClock())
      let dispatcher = NetworkDispatcher(transport: transport, clock: CallClock(clock))
      let client = APIClient(baseURL: server.url(""), networkDispatcher: dispatcher)
      let sockets = try await withThrowingTaskGroup(of: WebSocket<String, String>.self) { group in
        var opened: [WebSocket<String, String>] = []
        for number in 0..<Self.count {
          // The server's queue of connections is short.
          if number >= 64, let socket = try await group.next() { opened.append(socket) }
          group.addTask { try await client.dispatch(Echo<String>()) }
        }
        for try await socket in group { opened.append(socket) }
        return opened
      }
      // The time limits of the handshakes are called off.
      #expect(sockets.count == Self.count && clock.sleeperCount == 0)
      clock.advance(by: .seconds(600))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for socket in sockets {
          group.addTask {
            try await socket.send("a")
            #expect(try await socket.first { _ in true } == "a")
          }
        }
        try await group.waitForAll()
      }
      await transport.shutDown()
      while server.openConnectionCount > 0 { await Task.yield() }
    }

    private static func descriptors() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }
  }
#endif
