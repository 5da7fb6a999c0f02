#if os(Linux)
  import Requisite
  import RequisiteTesting
  import RequisiteWebSocket
  import TestSupport
  import Testing

  enum RawConnections {
    /// Whether libcurl makes connections that the caller reads and writes, as of 7.72.
    static let areSupported =
      CurlTransport.libraryVersion?.compare("7.72", options: .numeric) != .orderedAscending
  }

  @Suite("WebSockets by libcurl", .enabled(if: RawConnections.areSupported), .timeLimit(.minutes(2)))
  struct CurlSocketTests {
    private func failure(of error: (any Error)?) -> WebSocketFailure? {
      (error as? NetworkRequestError)?.underlyingError as? WebSocketFailure
    }

    @Test("Messages of all sizes come back, and the close handshake ends the socket")
    func echo() async throws {
      let server = try FaultServer { connection in
        try connection.acceptWebSocket()
        try connection.echoWebSocket()
      }
      let socket = try await server.openWebSocket()
      var messages = socket.makeAsyncIterator()
      for size in [0, 1, 125, 126, 65_535, 65_536, 3_000_000] {
        let message = WebSocketMessage.binary(Data(repeating: UInt8(truncatingIfNeeded: size), count: size))
        try await socket.send(message)
        #expect(try await messages.next() == message)
      }
      #expect(try await socket.ping() >= .zero)
      try await socket.close()
      #expect(server.received.first?.header("Host") == "127.0.0.1:\(server.port)")
    }

    @Test("wss, with the certificates of the transport")
    func secure() async throws {
      let certificates = try Certificates.shared.get()
      let server = try FaultServer(certificates) { connection in
        try connection.acceptWebSocket()
        try connection.echoWebSocket()
      }
      var configuration = CurlTransport.Configuration()
      configuration.tls.authorities = .file(certificates.path("ca.pem"))
      let socket = try await server.openWebSocket(CurlTransport(configuration))
      var messages = socket.makeAsyncIterator()
      for size in [5, 100_000, 2_000_000] {
        let message = WebSocketMessage.binary(Data(repeating: 7, count: size))
        try await socket.send(message)
        #expect(try await messages.next() == message)
      }
      try await socket.close()
      // A libcurl that is not the system's may not find the system's authorities.
      guard ProcessInfo.processInfo.environment["REQUISITE_OLD_LIBCURL"] == nil else { return }
      let error = await #expect(throws: NetworkRequestError.self) { try await server.openWebSocket() }
      guard case .urlSessionFailed(let problem)? = error else {
        Issue.record("\(error as Any)")
        return
      }
      #expect(problem.code == .serverCertificateHasUnknownRoot)
    }

    @Test("A response in pieces of a byte, with the first frames behind it, is read", arguments: [1, 3])
    func pieces(size: Int) async throws {
      let server = try FaultServer { connection in
        try connection.acceptWebSocket(inPiecesOf: size)
        try connection.send(
          Data([0x81, 0x01, 0x61, 0x01, 0x01, 0x62, 0x89, 0x00, 0x80, 0x01, 0x63, 0x88, 0x02, 0x03, 0xE8]))
        _ = try connection.readFrame()
        #expect(try connection.readFrame().payload == [0x03, 0xE8])
      }
      let socket = try await server.openWebSocket()
      var messages: [WebSocketMessage] = []
      for try await message in socket { messages.append(message) }
      #expect(messages == ["a", "bc"])
    }

    @Test("The code and the reason of a close reach the server, those of a source as well")
    func closeCode() async throws {
      let payloads = Locked<[[UInt8]]>([])
      let server = try FaultServer { connection in
        try connection.acceptWebSocket()
        try connection.send(Data([0x81, 0x01, 0x61]))
        let payload = try connection.readFrame().payload
        payloads.withLock { $0.append(payload) }
        try connection.send(Data([0x88, 0x02, 0x03, 0xE8]))
        connection.waitUntilClosed()
      }
      try await server.openWebSocket().close(.policyViolation, reason: "bye")
      let client = APIClient(baseURL: server.url(""), transport: CurlTransport())
      let source = client.sockets(of: Echo<String>())
      for try await _ in source { try await source.close(.policyViolation, reason: "bye") }
      #expect(payloads.withLock { $0 } == [[0x03, 0xF0, 98, 121, 101], [0x03, 0xF0, 98, 121, 101]])
    }

    static let broken: [(words: String, script: FaultServer.Script)] = [
      ("before the response", { connection in try connection.readRequestHead() }),
      (
        "before the response",
        { connection in
          try connection.readRequestHead()
          try connection.send("HTTP/1.1 101 Switching Protocols\r\nUpgr")
        }
      ),
      (
        "Sec-WebSocket-Accept",
        { connection in
          try connection.readRequestHead()
          try connection.send(
            "HTTP/1.1 101 Yes\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: x\r\n\r\n"
          )
          connection.waitUntilClosed()
        }
      ),
      (
        "Sec-WebSocket-Protocol",
        { connection in
          try connection.acceptWebSocket("Sec-WebSocket-Protocol: chat\r\n")
          connection.waitUntilClosed()
        }
      ),
    ]

    @Test(
      "A handshake that is cut or wrong is an error with its reason, and closes the connection",
      arguments: broken)
    func brokenHandshake(_ sample: (words: String, script: FaultServer.Script)) async throws {
      let server = try FaultServer(sample.script)
      let error = await #expect(throws: NetworkRequestError.self) { try await server.openWebSocket() }
      #expect(failure(of: error)?.description.contains(sample.words) == true, "\(error as Any)")
    }

    @Test("A server that is not there, and one that refuses, are errors of their own")
    func refused() async throws {
      let port = try RefusingPort()
      let gone = APIClient(baseURL: port.url, transport: CurlTransport())
      let error = await #expect(throws: NetworkRequestError.self) { try await gone.dispatch(Echo<String>()) }
      guard case .urlSessionFailed(let problem)? = error else {
        Issue.record("\(error as Any)")
        return
      }
      #expect(problem.code == .cannotConnectToHost)

      let server = try FaultServer.answering(
        "HTTP/1.1 404 No\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nno\r\n0\r\n\r\n")
      let refusal = await #expect(throws: NetworkRequestError.self) { try await server.openWebSocket() }
      #expect(refusal?.kind == .notFound && refusal?.response?.data == Data("no".utf8))
    }
  }
#endif
