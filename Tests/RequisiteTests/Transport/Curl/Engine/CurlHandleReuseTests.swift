#if os(Linux)
  import TestSupport
  import Testing

  @testable import Requisite

  /// Transfers that share an easy handle, one after another. From 7.83 to 8.1, libcurl writes to memory that it has freed if a
  /// response begins with a folded line and the handle has made a transfer before, so each of these tests is most telling
  /// under AddressSanitizer.
  @Suite("CurlTransport: the reuse of easy handles", .timeLimit(.minutes(1)))
  struct CurlHandleReuseTests {
    private static let folded = "HTTP/1.1 200 OK\r\n a: b\r\nContent-Length: 2\r\n\r\nok"
    private static let plain = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    /// Makes requests one after another, and returns the body of each response, or the code of its failure.
    private static func results(
      of count: Int, _ server: FaultServer, configure: (inout CurlTransport.Configuration) -> Void = { _ in }
    ) async -> [String] {
      let transport = CurlTest.fresh(configure)
      var results: [String] = []
      for _ in 0..<count {
        do {
          results.append(try await transport.send(CurlTest.request(server.url())).text)
        } catch {
          results.append(error.code.map { "\($0)" } ?? "\(error)")
        }
      }
      return results
    }

    @Test(
      "a response that begins with a folded line is refused, whatever came before it on the handle",
      arguments: [
        folded, "HTTP/1.1 103 Early Hints\r\n\r\n" + folded,
        "HTTP/1.1 100 Continue\r\n\ta: b\r\n\r\n" + plain,
        "HTTP/1.1 200 OK\r\n \r\nContent-Length: 2\r\n\r\nok", "HTTP/1.0 200\n\t\n\nok",
      ])
    func foldedFirst(response: String) async throws {
      let server = try FaultServer { connection in
        try connection.readRequest()
        try connection.send(Self.plain)
        try connection.readRequest()
        try connection.send(response)
      }
      defer { server.stop() }
      let results = await Self.results(of: 4, server)
      // Each connection serves a valid response first.
      #expect(results == ["ok", "badServerResponse", "ok", "badServerResponse"])
    }

    /// Responses that end in the middle of something that libcurl keeps for the lines or chunks to come.
    private static let cuts = [
      "HTTP/1.1 200 OK\r\nX-A: a\r\n ", "HTTP/1.1 200 OK\r\nX-A: a\r\n",
      "HTTP/1.1 200 OK\r\nX-A: a\r\n b\r\n\t",
      "HTTP/1.1 103 Early Hints\r\nX-A: a\r\n ", "HTTP/1.", "HTTP/1.1 200 OK\r\nX-",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhe",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX-A: a\r\n ",
      "HTTP/1.1 200 OK\r\nContent-Length: 500000\r\n\r\nhe",
    ]

    @Test(
      "a response that ends too early harms no later call", arguments: cuts,
      ["close", "reset", "silence", "cancellation", "limit"])
    func cut(response: String, end: String) async throws {
      let isSent = DispatchSemaphore(value: 0)
      let server = try FaultServer { connection in
        if connection.number == 0 {
          try connection.readRequest()
          try connection.send(response)
          isSent.signal()
          switch end {
          case "close": return
          case "reset": return connection.resetOnClose()
          case "limit": try connection.send(Data(repeating: UInt8(ascii: "x"), count: 400_000))
          default: break
          }
          connection.waitUntilClosed()
        }
        while true {
          try connection.readRequest()
          try connection.send(Self.plain)
        }
      }
      defer { server.stop() }
      let transport = CurlTest.fresh { $0.maximumHeaderSize = 10_000 }
      let request = CurlTest.request(
        server.url(), timeout: .milliseconds(end == "silence" || end == "limit" ? 300 : 60_000))
      let first = Task { try await transport.send(request) }
      if end == "cancellation" {
        await BlockingQueue("test").run { isSent.wait() }
        try await CurlTest.turn(transport, times: 3)
        first.cancel()
      }
      await #expect(throws: NetworkRequestError.self) { try await first.value }
      for _ in 0..<3 { #expect(try await transport.send(CurlTest.request(server.url())).text == "ok") }
    }

    @Test("a long field whose pieces begin with a space is no folded line")
    func longField() async throws {
      // libcurl passes on at most 16 KiB of a line at once.
      let value = String(repeating: " ", count: 16_384 * 2) + "v"
      let server = try FaultServer { connection in
        while true {
          try connection.readRequest()
          try connection.send("HTTP/1.1 200 OK\r\nX-A:\(value)\r\n w\r\nContent-Length: 2\r\n\r\nok")
        }
      }
      defer { server.stop() }
      let transport = CurlTest.fresh()
      for _ in 0..<2 {
        let response = try await transport.send(CurlTest.request(server.url()))
        #expect(response.headers["X-A"] == "v w")
        #expect(response.text == "ok")
      }
    }

    @Test("calls that were cancelled while they waited for a connection harm no later call")
    func cancelledInLine() async throws {
      let isBegun = DispatchSemaphore(value: 0)
      let mayAnswer = DispatchSemaphore(value: 0)
      let server = try FaultServer { connection in
        if connection.number == 0 {
          try connection.readRequest()
          isBegun.signal()
          mayAnswer.wait()
          try connection.send(Self.plain)
        }
        while true {
          let request = try connection.readRequest()
          try connection.send(
            request.method == "HEAD" ? "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n" : Self.plain)
        }
      }
      defer { server.stop() }
      let transport = CurlTest.fresh { $0.connectionsPerHost = 1 }
      let long = HTTPBody.data(Data(count: 100_000))
      let requests = [
        CurlTest.request(server.url(), method: .put, body: long),
        CurlTest.request(server.url(), method: .head),
        CurlTest.request(server.url()),
      ]
      let first = Task { try await transport.send(CurlTest.request(server.url())) }
      await BlockingQueue("test").run { isBegun.wait() }
      let waiting = (0..<12).map { number in Task { try await transport.send(requests[number % 3]) } }
      try await CurlTest.turn(transport, times: 3)
      for call in waiting {
        call.cancel()
        await #expect(throws: NetworkRequestError.self) { try await call.value }
      }
      mayAnswer.signal()
      #expect(try await first.value.text == "ok")
      for number in 0..<20 { #expect(try await transport.send(requests[number % 3]).status == 200) }
    }

    @Test("each call begins with all of libcurl's repeats")
    func repeats() async throws {
      let server = try FaultServer { connection in
        try connection.readRequest()
        try connection.send(Self.plain)
        try connection.readRequest()
      }
      defer { server.stop() }
      #expect(await Self.results(of: 14, server) == Array(repeating: "ok", count: 14))
    }

    @Test(
      "a server that offers HTTP/2 on its first connection, and HTTP/1.1 on the next",
      .enabled(if: Certificates.isAvailable && CurlTest.speaksHTTP2))
    func downgrade() async throws {
      let certificates = try Certificates.shared.get()
      let server = try FaultServer(certificates, protocol: "h2", "http/1.1") { connection in
        guard connection.number == 0 else {
          while true {
            try connection.readRequest()
            try connection.send(Self.folded)
          }
        }
        try connection.startHTTP2()
        try connection.send(HTTP2Frame.headers() + HTTP2Frame.data("ok", ends: true))
        try connection.readHTTP2Request()
        let response = HTTP2Frame.headers(stream: 3) + HTTP2Frame.data("ok", ends: true, stream: 3)
        try connection.send(response + HTTP2Frame.goAway(last: 3))
      }
      defer { server.stop() }
      let results = await Self.results(of: 5, server) {
        $0.tls.authorities = .file(certificates.path("ca.pem"))
      }
      #expect(results.map { $0 == "ok" } == [true, true, false, false, false])
      #expect(server.connectionCount == 4)
    }
  }
#endif
