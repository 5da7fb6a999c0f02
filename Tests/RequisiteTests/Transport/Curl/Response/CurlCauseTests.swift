#if os(Linux)
  import TestSupport
  import Testing

  @testable import Requisite

  /// Errors whose first sign is that of another: each names its cause.
  @Suite("CurlTransport: the cause of a failure", .timeLimit(.minutes(1)))
  struct CurlCauseTests {
    /// Whether libcurl says which connection a request gets, before it sends the request.
    private static let knowsConnections = CurlTest.isLibrary(atLeast: "7.80")

    private func error(
      from script: @escaping FaultServer.Script, timeout: Duration = .seconds(30)
    ) async throws -> NetworkRequestError? {
      let server = try FaultServer(script)
      defer { server.stop() }
      return await #expect(throws: NetworkRequestError.self) {
        try await CurlTest.fresh().send(CurlTest.request(server.url(), timeout: timeout))
      }
    }

    @Test(
      "a server that is slow within a line is not one that is silent", .enabled(if: Self.knowsConnections))
    func slow() async throws {
      let slow = try await error(
        from: { connection in
          try connection.readRequest()
          try connection.send("HTTP/1.1 200 OK\r\nX-A: ")
          while true {
            try connection.send("a")
            connection.pause(0.02)
          }
        }, timeout: .milliseconds(300))
      #expect(slow?.code == .timedOut)
      #expect(
        slow?.words.contains("in 0.3 seconds bytes arrived on its connection") == true, "\(slow?.words ?? "")"
      )
      #expect(slow?.words.contains("17 bytes of its header section") == true, "\(slow?.words ?? "")")
      let silent = try await error(
        from: { connection in
          try connection.readRequest()
          try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello")
          connection.waitUntilClosed()
        }, timeout: .milliseconds(300))
      #expect(silent?.code == .timedOut)
      #expect(silent?.words.contains("nothing was sent or received for 0.3 seconds") == true)
    }

    @Test("a header line of 110 KB exceeds the one limit that there is by default")
    func longLine() async throws {
      let limit = CurlTransport.Configuration().maximumHeaderSize
      for count in [limit - 1000, 110_000] {
        let server = try FaultServer.answering(
          body: "hello", headers: ["X-A: \(String(repeating: "a", count: count))"])
        defer { server.stop() }
        let outcome = await CurlTest.fresh().outcome(of: CurlTest.request(server.url()))
        switch outcome {
        case .success(let response): #expect(count < limit && response.text == "hello")
        case .failure(let error):
          #expect(count > limit && error.code == .dataLengthExceedsMaximum)
          #expect(error.words.contains("\(limit) bytes"), "\(error.words)")
        }
      }
    }

    @Test(
      "more header fields than libcurl takes exceed a limit, which the transport's settings do not raise",
      .enabled(if: CurlTest.isLibrary(atLeast: "8.10")), arguments: [true, false])
    func manyFields(isInterim: Bool) async throws {
      let error = try await error { connection in
        try connection.readRequest()
        // Short, so that their size stays below the limit of the transport's settings.
        let lines = isInterim ? "HTTP/1.1 103\r\nA:\r\n\r\n" : "A: b\r\n"
        if !isInterim { try connection.send("HTTP/1.1 200 OK\r\n") }
        try connection.send(String(repeating: lines, count: 5010))
        try connection.send(
          isInterim ? "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n" : "Content-Length: 0\r\n\r\n")
        connection.waitUntilClosed()
      }
      #expect(error?.code == .dataLengthExceedsMaximum && error?.isRetryable == false, "\(error as Any)")
      #expect(
        error?.words.contains("5000") == true && error?.words.contains("raise") == false, "\(error as Any)")
    }

    @Test("the same over HTTP/2", .enabled(if: CurlTest.speaksHTTP2 && Certificates.isAvailable))
    func manyHTTP2Fields() async throws {
      let certificates = try Certificates.shared.get()
      let server = try FaultServer(certificates, protocol: "h2") { connection in
        try connection.startHTTP2()
        // 103, which says little: each is one indexed field and one literal, 5,100 times.
        for _ in 0..<5100 { try connection.send(HTTP2Frame.headers("103")) }
        try connection.send(HTTP2Frame.headers("204", ends: true))
        connection.waitUntilClosed()
      }
      defer { server.stop() }
      let transport = CurlTest.fresh {
        $0.tls.authorities = .file(certificates.path("ca.pem"))
        $0.maximumHeaderSize = 1 << 20
      }
      let error = await #expect(throws: NetworkRequestError.self) {
        try await transport.send(CurlTest.request(server.url()))
      }
      #expect(error?.code == .dataLengthExceedsMaximum && error?.isRetryable == false, "\(error as Any)")
    }

    @Test("a trailer of 200 KB exceeds a limit")
    func longTrailer() async throws {
      let error = try await error { connection in
        try connection.readRequest()
        let trailer = String(repeating: "a", count: 200_000)
        try connection.send(HTTPMessage.chunkedHead() + "0\r\nX-A: \(trailer)\r\n\r\n")
        connection.waitUntilClosed()
      }
      #expect(error?.code == .dataLengthExceedsMaximum)
      #expect(error?.words.contains("trailer") == true, "\(error?.words ?? "")")
    }

    @Test(
      "a connection that ends after the server asked for a certificate, and got none",
      .enabled(if: Certificates.isAvailable), arguments: [true, false])
    func certificate(resets: Bool) async throws {
      let certificates = try Certificates.shared.get()
      let server = try FaultServer(certificates, asksForCertificate: true) { connection in
        if resets { return connection.resetOnClose() }
        try connection.readRequest()
      }
      defer { server.stop() }
      let transport = CurlTest.fresh { $0.tls.authorities = .file(certificates.path("ca.pem")) }
      let error = await #expect(throws: NetworkRequestError.self) {
        try await transport.send(CurlTest.request(server.url()))
      }
      #expect(error?.code == .clientCertificateRequired, "\(String(describing: error))")
      #expect(error?.isRetryable == false)
    }

    @Test(
      "a server that asks for a certificate, and answers without one",
      .enabled(if: Certificates.isAvailable && Self.knowsConnections))
    func optionalCertificate() async throws {
      let certificates = try Certificates.shared.get()
      let server = try FaultServer(certificates, asksForCertificate: true) { connection in
        try connection.readRequest()
        try connection.send(HTTPMessage.response(body: "hello"))
        try connection.readRequest()
        connection.resetOnClose()
      }
      defer { server.stop() }
      let transport = CurlTest.fresh { $0.tls.authorities = .file(certificates.path("ca.pem")) }
      #expect(try await transport.send(CurlTest.request(server.url())).text == "hello")
      let error = await #expect(throws: NetworkRequestError.self) {
        try await transport.send(CurlTest.request(server.url(), method: .post))
      }
      #expect(error?.code == .networkConnectionLost, "\(String(describing: error))")
    }

    @Test(
      "a server that asks for no certificate, after one that did",
      .enabled(if: Certificates.isAvailable))
    func otherServersCertificate() async throws {
      let certificates = try Certificates.shared.get()
      let asking = try FaultServer(certificates, asksForCertificate: true) { connection in
        try connection.readRequest()
        try connection.send(HTTPMessage.response(body: "hello"))
        connection.waitUntilClosed()
      }
      let ending = try FaultServer(certificates) { try $0.readRequest() }
      defer { [asking, ending].forEach { $0.stop() } }
      let transport = CurlTest.fresh { $0.tls.authorities = .file(certificates.path("ca.pem")) }
      #expect(try await transport.send(CurlTest.request(asking.url())).text == "hello")
      let error = await #expect(throws: NetworkRequestError.self) {
        try await transport.send(CurlTest.request(ending.url()))
      }
      #expect(error?.code == .networkConnectionLost, "\(String(describing: error))")
    }

    @Test(
      "a proxy that demands credentials answers the call with 407, for http and https",
      arguments: ["http", "https"])
    func proxyAuthentication(scheme: String) async throws {
      let proxy = try FaultServer { connection in
        try connection.readRequestHead()
        try connection.send(
          "HTTP/1.1 407 Who?\r\nProxy-Authenticate: Basic realm=\"a\"\r\nSet-Cookie: a=b\r\nContent-Length: 4\r\n\r\nWho?"
        )
      }
      defer { proxy.stop() }
      let transport = CurlTest.fresh { $0.proxy = .server(proxy.url()) }
      let url = try #require(URL(string: "\(scheme)://api.test/"))
      for (name, delivery) in ServerFaultRun.deliveries {
        let response = try await transport.send(CurlTest.request(url, delivery: delivery))
        #expect(response.status == 407, "\(name)")
        #expect(response.headers["Proxy-Authenticate"] == "Basic realm=\"a\"", "\(name)")
        // What a proxy says to CONNECT is not the origin's.
        #expect(response.headers["Set-Cookie"] == (scheme == "http" ? "a=b" : nil), "\(name)")
        let body = try await ServerFaultRun.bytes(of: response)
        #expect(body == Data((scheme == "http" ? "Who?" : "").utf8), "\(name)")
      }
      let line = scheme == "http" ? "GET http://api.test/ HTTP/1.1" : "CONNECT api.test:443 HTTP/1.1"
      #expect(proxy.received.map(\.requestLine) == [line, line, line])
    }

    @Test(
      "an answer to an upload that is refused is the result, eight at a time",
      .enabled(if: Self.knowsConnections))
    func refusedUploads() async throws {
      let server = try FaultServer { connection in
        try connection.readRequestHead()
        try connection.send(
          HTTPMessage.response(status: "413 Content Too Large", body: "early", headers: ["Connection: close"])
        )
      }
      defer { server.stop() }
      let (transport, next, failures) = (CurlTest.fresh(), Counter(), Locked<[String]>([]))
      let upload = CurlTest.request(server.url(), method: .post, body: .data(Data(count: 1 << 20)))
      let rounds = CurlTest.rounds("REQUISITE_UPLOADS", default: 1000)
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            while next.add() <= rounds {
              let outcome = await transport.outcome(of: upload)
              if case .success(let response) = outcome, response.text == "early" { continue }
              failures.withLock { $0.append("\(outcome)") }
            }
          }
        }
      }
      let found = failures.withLock { $0 }
      // An answer that arrives between libcurl's look for it and its write is lost, which a busy machine makes likelier.
      #expect(found.count <= rounds / 50, "\(found.count) of \(rounds): \(found.prefix(3))")
    }
  }
#endif
