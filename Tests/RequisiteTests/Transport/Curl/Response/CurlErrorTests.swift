#if os(Linux)
  import Requisite
  import TestSupport
  import Testing

  @Suite("CurlTransport: retryable errors", .timeLimit(.minutes(3)))
  struct CurlErrorTests {
    private func error(
      _ server: FaultServer, timeout: Duration = .seconds(60), method: HTTPMethod = .get,
      _ change: (inout CurlTransport.Configuration) -> Void = { _ in }
    ) async throws -> NetworkRequestError? {
      let certificates = try Certificates.shared.get()
      let transport = CurlTest.fresh {
        $0.tls.authorities = .file(certificates.path("ca.pem"))
        change(&$0)
      }
      let request = CurlTest.request(server.url(), method: method, timeout: timeout)
      return await #expect(throws: NetworkRequestError.self) { try await transport.send(request) }
    }

    /// A server that is named by a URL of https, and does as it likes before there is TLS.
    private func handshakeError(
      timeout: Duration = .seconds(60), _ script: @escaping FaultServer.Script
    ) async throws -> NetworkRequestError? {
      let server = try FaultServer(script)
      defer { server.stop() }
      // The authorities that libcurl was built with may not exist on this machine.
      let authority = Certificates.isAvailable ? try Certificates.shared.get().path("ca.pem") : nil
      let transport = CurlTest.fresh { if let authority { $0.tls.authorities = .file(authority) } }
      let url = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
      return await #expect(throws: NetworkRequestError.self) {
        try await transport.send(CurlTest.request(url, method: .post, timeout: timeout))
      }
    }

    @Test(
      "a reset or a close in the TLS handshake is retryable, because nothing was sent",
      arguments: [true, false])
    func handshake(_ resets: Bool) async throws {
      let error = try await handshakeError { connection in
        _ = try connection.read(exactly: 5)
        if resets { connection.resetOnClose() }
      }
      #expect(error?.code == .cannotConnectToHost, "\(String(describing: error))")
      #expect(error?.isRetryable == true && error?.isBeforeSending == true)
    }

    @Test("a handshake with a silent server fails at the request's timeout")
    func silentHandshake() async throws {
      let error = try await handshakeError(timeout: .milliseconds(200)) { $0.waitUntilClosed() }
      #expect(error?.code == .timedOut && error?.isRetryable == true)
    }

    @Test("a server without TLS, and an alert, are not retryable")
    func notTLS() async throws {
      let error = try await handshakeError { connection in
        _ = try connection.read(exactly: 5)
        try connection.send("HTTP/1.1 400 Bad Request\r\n\r\n")
        connection.waitUntilClosed()
      }
      #expect(error?.code == .secureConnectionFailed && error?.isRetryable == false)
    }

    @Test(
      "a proxy that refuses CONNECT is a separate error, retryable if the proxy failed",
      arguments: [302, 403, 502])
    func proxy(_ status: Int) async throws {
      let proxy = try FaultServer { connection in
        try connection.readRequestHead()
        try connection.send(
          "HTTP/1.1 \(status) No\r\nLocation: http://other.test/\r\nContent-Length: 5\r\n\r\nsorry")
      }
      defer { proxy.stop() }
      let transport = CurlTest.fresh { $0.proxy = .server(proxy.url()) }
      let url = try #require(URL(string: "https://api.test/"))
      let error = await #expect(throws: NetworkRequestError.self) {
        try await transport.send(CurlTest.request(url))
      }
      #expect(error?.code == (status == 502 ? .cannotConnectToHost : .badServerResponse))
      #expect(error?.isRetryable == (status == 502))
      #expect(error?.words.contains("\(status)") == true, "\(String(describing: error))")
    }

    @Test(
      "a body that ends without close_notify is complete if the configuration accepts it",
      .enabled(if: Certificates.isAvailable))
    func closeNotify() async throws {
      let certificates = try Certificates.shared.get()
      let server = try FaultServer(certificates) { connection in
        try connection.readRequest()
        try connection.send("HTTP/1.1 200 OK\r\n\r\nhello")
      }
      defer { server.stop() }
      #expect(try await error(server)?.code == .networkConnectionLost)
      let transport = CurlTest.fresh {
        $0.tls.authorities = .file(certificates.path("ca.pem"))
        $0.acceptsMissingCloseNotify = true
      }
      #expect(try await transport.send(CurlTest.request(server.url())).text == "hello")
    }
  }
#endif
