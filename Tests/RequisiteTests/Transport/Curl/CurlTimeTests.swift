#if os(Linux)
  import Requisite
  import TestSupport
  import Testing

  /// Limits of time. The clock is libcurl's and real, so the times are short, and no
  /// test says how late is too late.
  @Suite("CurlTransport: timeouts", .timeLimit(.minutes(1)))
  struct CurlTimeTests {
    private static func silent() throws -> FaultServer {
      try FaultServer { connection in
        try connection.readRequest()
        connection.waitUntilClosed()
      }
    }

    private func elapsed(_ body: () async -> Void) async -> Duration {
      await ContinuousClock().measure { await body() }
    }

    @Test("a server that says nothing is given up after the timeout, to the millisecond")
    func idle() async throws {
      let server = try Self.silent()
      defer { server.stop() }
      let request = CurlTest.request(server.url(), timeout: .milliseconds(150))
      let time = await elapsed {
        let error = await #expect(throws: NetworkRequestError.self) {
          try await CurlTest.transport.exchange(request)
        }
        #expect(error?.code == .timedOut)
      }
      // Not before its time; how late is for the machine to say.
      #expect(time >= .milliseconds(150))
    }

    @Test("a server that goes on talking is not idle")
    func slow() async throws {
      let server = try FaultServer { connection in
        try connection.readRequest()
        try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n")
        try connection.send("abcdef", inPiecesOf: 1, pausing: 0.1)
      }
      defer { server.stop() }
      let request = CurlTest.request(server.url(), timeout: .milliseconds(450))
      let response = try await CurlTest.transport.exchange(request)
      #expect(response.text == "abcdef")
    }

    @Test("a server that drips for ever meets the deadline", arguments: [Delivery.buffered, .streamed])
    func deadline(_ delivery: Delivery) async throws {
      let server = try FaultServer { connection in
        try connection.readRequest()
        try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 600\r\n\r\n")
        try connection.send(String(repeating: "x", count: 600), inPiecesOf: 1, pausing: 0.02)
      }
      defer { server.stop() }
      let request = CurlTest.request(server.url(), deadline: .milliseconds(200), delivery: delivery)
      let error = await #expect(throws: NetworkRequestError.self) {
        let response = try await CurlTest.transport.exchange(request)
        _ = try await response.stream?.collected(upTo: 1000)
      }
      #expect(error == .deadlineExceeded(DeadlineFailure(deadline: .milliseconds(200), request: request)))
    }

    @Test("an interim response for ever and a header section byte by byte are bounded as well")
    func drippingHead() async throws {
      let server = try FaultServer { connection in
        try connection.readRequest()
        while true { try connection.send("HTTP/1.1 100 Continue\r\n\r\n", inPiecesOf: 5, pausing: 0.01) }
      }
      defer { server.stop() }
      let request = CurlTest.request(server.url(), deadline: .milliseconds(200))
      let error = await #expect(throws: NetworkRequestError.self) {
        try await CurlTest.transport.exchange(request)
      }
      #expect(error?.kind == .deadlineExceeded)
    }

    @Test("waiting for one of few connections is not the server's silence")
    func queueing() async throws {
      let server = try FaultServer { connection in
        while true {
          try connection.readRequest()
          connection.pause(0.1)
          try connection.send(HTTPMessage.response(body: "a"))
        }
      }
      defer { server.stop() }
      let transport = CurlTest.fresh { $0.connectionsPerHost = 1 }
      let request = CurlTest.request(server.url(), timeout: .milliseconds(350))
      try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<6 { group.addTask { try await transport.exchange(request).status } }
        for try await status in group { #expect(status == 200) }
      }
      #expect(server.connectionCount == 1)
    }

    @Test("the deadline counts the waiting")
    func queueingDeadline() async throws {
      let server = try Self.silent()
      defer { server.stop() }
      let transport = CurlTest.fresh { $0.connectionsPerHost = 1 }
      let first = Task { try await transport.exchange(CurlTest.request(server.url())) }
      let request = CurlTest.request(server.url(), deadline: .milliseconds(100))
      let error = await #expect(throws: NetworkRequestError.self) { try await transport.exchange(request) }
      #expect(error?.kind == .deadlineExceeded)
      first.cancel()
      _ = await first.result
    }

    @Test("what a slow reader takes is not the server's silence")
    func slowReader() async throws {
      let size = 2 << 20
      let server = try FaultServer.answering(body: String(repeating: "x", count: size))
      defer { server.stop() }
      let request = CurlTest.request(server.url(), timeout: .milliseconds(100), delivery: .streamed)
      let response = try await CurlTest.transport.exchange(request)
      var total = 0
      for try await chunk in try #require(response.stream) {
        if total == 0 { try await Task.sleep(for: .milliseconds(400)) }
        total += chunk.count
      }
      #expect(total == size)
    }

    @Test(
      "a connection that cannot be made is given up after its own timeout",
      .enabled(if: Certificates.isAvailable))
    func connecting() async throws {
      let certificates = try Certificates()
      // The handshake of TLS belongs to the connection, and this server never answers to it.
      let server = try FaultServer { $0.waitUntilClosed() }
      defer { server.stop() }
      let transport = CurlTest.fresh {
        $0.connectTimeout = .milliseconds(100)
        $0.tls.authorities = .file(certificates.path("ca.pem"))
      }
      let url = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
      let error = await #expect(throws: NetworkRequestError.self) {
        try await transport.exchange(CurlTest.request(url))
      }
      #expect(error?.code == .timedOut)
    }
  }
#endif
