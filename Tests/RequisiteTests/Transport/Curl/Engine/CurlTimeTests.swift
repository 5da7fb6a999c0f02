#if os(Linux)
  import RequisiteTesting
  import TestSupport
  import Testing

  @testable import Requisite

  /// Limits of time. The clock is libcurl's and real: the times are short, and each test ends with the error that a limit
  /// makes, however late. Which silence counts is shown by ``CurlWatchdogTests``.
  @Suite("CurlTransport: timeouts", .timeLimit(.minutes(3)))
  struct CurlTimeTests {
    private static func silent() throws -> FaultServer {
      try FaultServer.silent()
    }

    @Test("a silent server fails the call after the timeout")
    func idle() async throws {
      let server = try Self.silent()
      defer { server.stop() }
      let request = CurlTest.request(server.url(), timeout: .milliseconds(150))
      let error = await #expect(throws: NetworkRequestError.self) {
        try await CurlTest.transport.send(request)
      }
      #expect(error?.code == .timedOut)
    }

    @Test(
      "a streamed upload that the server does not read fails after the timeout", arguments: [false, true])
    func stalledUpload(isSecure: Bool) async throws {
      guard !isSecure || Certificates.isAvailable else { return }
      let isOver = DispatchSemaphore(value: 0)
      let script: FaultServer.Script = { connection in
        try connection.readRequestHead()
        isOver.wait()
      }
      let certificates: Certificates? = try isSecure ? Certificates.shared.get() : nil
      let server = try certificates.map { try FaultServer($0, script: script) } ?? FaultServer(script)
      defer { server.stop() }
      defer { isOver.signal() }
      let transport = CurlTest.fresh {
        if let certificates { $0.tls.authorities = .file(certificates.path("ca.pem")) }
      }
      let body = BodyStream(restarting: {
        ByteStream { () async throws(NetworkRequestError) in Data(count: 65_536) }
      })
      let request = CurlTest.request(
        server.url(), method: .post, timeout: .milliseconds(1500), deadline: .seconds(20), body: .stream(body)
      )
      let error = await #expect(throws: NetworkRequestError.self) { try await transport.send(request) }
      #expect(error?.code == .timedOut, "\(error as Any)")
    }

    @Test(
      "a silent HTTP/2 connection is not used again",
      .enabled(if: Certificates.isAvailable && CurlTest.speaksHTTP2))
    func silentConnection() async throws {
      let certificates = try Certificates.shared.get()
      let server = try FaultServer(certificates, protocol: "h2") { connection in
        try connection.startHTTP2()
        if connection.number > 0 { try connection.send(HTTP2Frame.headers("204", ends: true)) }
        connection.waitUntilClosed()
      }
      defer { server.stop() }
      let transport = CurlTest.fresh { $0.tls.authorities = .file(certificates.path("ca.pem")) }
      let error = await #expect(throws: NetworkRequestError.self) {
        try await transport.send(CurlTest.request(server.url(), timeout: .milliseconds(300)))
      }
      #expect(error?.code == .timedOut)
      #expect(try await transport.send(CurlTest.request(server.url())).status == 204)
      #expect(server.connectionCount == 2)
    }

    @Test(
      "an HTTP/2 connection on which no response arrives is not used again, though its server is alive",
      .enabled(if: Certificates.isAvailable && CurlTest.speaksHTTP2))
    func slowConnection() async throws {
      let certificates = try Certificates.shared.get()
      let server = try FaultServer(certificates, protocol: "h2") { connection in
        try connection.startHTTP2()
        guard connection.number == 0 else {
          try connection.send(HTTP2Frame.headers("204", ends: true))
          return connection.waitUntilClosed()
        }
        while true {
          try connection.send(HTTP2Frame.windowUpdate(1))
          connection.pause(0.01)
        }
      }
      defer { server.stop() }
      let transport = CurlTest.fresh { $0.tls.authorities = .file(certificates.path("ca.pem")) }
      let error = await #expect(throws: NetworkRequestError.self) {
        try await transport.exchange(CurlTest.request(server.url(), timeout: .milliseconds(300)))
      }
      #expect(error?.words.contains("too slow") == true, "\(error as Any)")
      #expect(try await transport.exchange(CurlTest.request(server.url())).status == 204)
      #expect(server.connectionCount == 2)
    }

    @Test(
      "a body that does not end fails at the deadline",
      arguments: [TransportRequest.Delivery.buffered, .streamed])
    func deadline(_ delivery: TransportRequest.Delivery) async throws {
      let server = try FaultServer { connection in
        try connection.readRequest()
        try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 600\r\n\r\n")
        try connection.send("x")
        connection.waitUntilClosed()
      }
      defer { server.stop() }
      let request = CurlTest.request(server.url(), deadline: .milliseconds(200), delivery: delivery)
      let error = await #expect(throws: NetworkRequestError.self) {
        let response = try await CurlTest.transport.send(request)
        _ = try await response.stream?.collected(upTo: 1000)
      }
      #expect(error == .deadlineExceeded(.milliseconds(200), request: request))
    }

    @Test("a header section that does not end fails, too")
    func drippingHead() async throws {
      let server = try FaultServer { connection in
        try connection.readRequest()
        try connection.send("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 100 Con")
        connection.waitUntilClosed()
      }
      defer { server.stop() }
      let request = CurlTest.request(server.url(), deadline: .milliseconds(200))
      let error = await #expect(throws: NetworkRequestError.self) {
        try await CurlTest.transport.send(request)
      }
      #expect(error?.kind == .deadlineExceeded)
    }

    @Test("the deadline includes waiting")
    func queueingDeadline() async throws {
      let server = try Self.silent()
      defer { server.stop() }
      let transport = CurlTest.fresh { $0.connectionsPerHost = 1 }
      let first = Task { try await transport.send(CurlTest.request(server.url())) }
      let request = CurlTest.request(server.url(), deadline: .milliseconds(100))
      let error = await #expect(throws: NetworkRequestError.self) { try await transport.send(request) }
      #expect(error?.kind == .deadlineExceeded)
      first.cancel()
      _ = await first.result
    }

    @Test("one deadline covers all exchanges of a call")
    func oneDeadline() async throws {
      let server = try Self.silent()
      defer { server.stop() }
      let clock = TestClock()
      let deadline = CallDeadline(.seconds(5), on: CallClock(clock))
      // The request's own is over long before: within a call it does not count.
      let request = CurlTest.request(server.url(), timeout: nil, deadline: .milliseconds(1))
      let call = Task {
        try await deadline.bound(request) { bounded throws(NetworkRequestError) in
          try await CurlTest.transport.send(bounded)
        }
      }
      try await clock.sleepers(1)
      clock.advance(by: .seconds(5))
      let error = await #expect(throws: NetworkRequestError.self) { try await call.value }
      #expect(error == .deadlineExceeded(.seconds(5), request: request))
    }

    @Test(
      "a connection that cannot be made fails after its own timeout",
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
        try await transport.send(CurlTest.request(url))
      }
      #expect(error?.code == .timedOut)
    }
  }
#endif
