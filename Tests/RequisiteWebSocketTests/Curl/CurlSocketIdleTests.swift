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

    private static func descriptors() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }
  }
#endif
