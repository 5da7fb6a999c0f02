#if os(Linux)
  import Requisite
  import RequisiteWebSocket
  import Testing

  /// What the environment says of servers that tests talk to.
  enum Peers {
    static let echo = variable("REQUISITE_WEBSOCKET_PEER")
    static let authority = variable("REQUISITE_WEBSOCKET_AUTHORITY")

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
  }

  /// Talks to an echo server of another maker, whose URL is in the variable REQUISITE_WEBSOCKET_PEER, and the file with the
  /// authority of its certificate in REQUISITE_WEBSOCKET_AUTHORITY; `.ci/websockets` starts them.
  @Suite("A peer of another maker", .enabled(if: Peers.echo != nil), .timeLimit(.minutes(5)))
  struct PeerTests {
    @Test(
      "Messages of all sizes come back, compressed or not, and the socket is closed by a handshake",
      arguments: [true, false])
    func echo(compresses: Bool) async throws {
      var configuration = CurlTransport.Configuration()
      if let authority = Peers.authority { configuration.tls.authorities = .file(authority) }
      var options = WebSocketOptions(subprotocols: ["unknown", "echo"])
      options.compresses = compresses
      let client = APIClient(baseURL: try #require(Peers.echo), transport: CurlTransport(configuration))
      let socket = try await client.with(\.webSocket, options).dispatch(Echo<WebSocketMessage>())
      #expect(socket.subprotocol == "echo")
      let isCompressed =
        socket.response.headers["Sec-WebSocket-Extensions"]?.contains("permessage-deflate") ?? false
      #expect(isCompressed == compresses)
      var messages = socket.makeAsyncIterator()
      for number in 0..<2000 {
        let text = String(repeating: "ä\(number)", count: number % 400)
        let message: WebSocketMessage = number % 2 == 0 ? .text(text) : .binary(Data(text.utf8))
        try await socket.send(message)
        #expect(try await messages.next() == message)
      }
      let large = WebSocketMessage.binary(
        Data((0..<900_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }))
      try await socket.send(large)
      #expect(try await messages.next() == large)
      #expect(try await socket.ping() > .zero)
      try await socket.close(WebSocketCloseCode(rawValue: 4321), reason: "done")
    }
  }
#endif
