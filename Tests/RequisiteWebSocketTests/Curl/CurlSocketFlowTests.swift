#if os(Linux)
  import Requisite
  import RequisiteTesting
  import RequisiteWebSocket
  import TestSupport
  import Testing

  @Suite(
    "The flow of WebSockets by libcurl", .enabled(if: RawConnections.areSupported), .timeLimit(.minutes(2)))
  struct CurlSocketFlowTests {
    @Test("The server is not read while messages wait for the reader")
    func backPressure() async throws {
      let sent = Locked(0)
      let server = try FaultServer { connection in
        try connection.acceptWebSocket()
        let frame = Data([0x82, 127, 0, 0, 0, 0, 0, 1, 0, 0]) + Data(repeating: 1, count: 65_536)
        for _ in 0..<1000 {
          try connection.send(frame)
          sent.withLock { $0 += 1 }
        }
        try connection.send(Data([0x88, 0x00]))
        connection.waitUntilClosed()
      }
      let transport = CurlTransport()
      let socket = try await server.openWebSocket(transport)
      // Bytes wait to be read when another connection is made. That is when libcurl looks after its idle ones, if a second has
      // passed by a clock of its own, so the test can only wait for it.
      try await Task.sleep(for: .milliseconds(1100))
      // The system's buffers take some megabytes, but not 64.
      #expect(sent.withLock { $0 } < 500)
      let other = try await server.openWebSocket(transport)
      var count = 0
      for try await message in socket {
        guard case .binary(let data) = message, data.count == 65_536 else { continue }
        count += 1
      }
      #expect(count == 1000)
      #expect(try await other.first { _ in true } != nil)
    }

    @Test("Several tasks send at once, and each message arrives whole")
    func concurrent() async throws {
      let server = try FaultServer { connection in
        try connection.acceptWebSocket()
        try connection.echoWebSocket()
      }
      let socket = try await server.openWebSocket()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for task in 0..<8 {
          group.addTask {
            for number in 0..<200 {
              try await socket.send(.text("\(task) \(String(repeating: "x", count: number * 20))"))
            }
          }
        }
        var lengths = [Int](repeating: 0, count: 8)
        for try await message in socket.prefix(1600) {
          guard case .text(let text) = message, let task = text.first?.wholeNumberValue else { continue }
          if text.utf8.count == 2 + lengths[task] * 20 { lengths[task] += 1 }
        }
        // The messages of a task come in their order.
        #expect(lengths == [Int](repeating: 200, count: 8))
        try await group.waitForAll()
      }
    }

    @Test("Sockets do not count as connections of HTTP, and leave no descriptor behind")
    func descriptors() async throws {
      let server = try FaultServer { connection in
        let request = try connection.readRequestHead()
        guard let key = request.header("Sec-WebSocket-Key") else {
          return try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        }
        try connection.send(
          "HTTP/1.1 101 Yes\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Accept: \(HandshakeAccept.of(key))\r\n\r\n")
        connection.waitUntilClosed()
      }
      var configuration = CurlTransport.Configuration()
      (configuration.connections, configuration.connectionsPerHost) = (1, 1)
      let transport = CurlTransport(configuration)
      do {
        var sockets: [WebSocket<WebSocketMessage, WebSocketMessage>] = []
        for _ in 0..<20 { sockets.append(try await server.openWebSocket(transport)) }
        let client = APIClient(baseURL: server.url(""), transport: transport)
        #expect(try await client.dispatch(Endpoint<String>.get("/")) == "ok")
        #expect(server.openConnectionCount >= 20)
      }
      await transport.shutDown()
      while server.openConnectionCount > 0 { await Task.yield() }
    }
  }
#endif
