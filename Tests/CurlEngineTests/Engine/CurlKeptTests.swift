#if os(Linux)
  import TestSupport
  import Testing

  @testable import CurlEngine

  @Suite("What is kept of one transfer does no harm to another", .timeLimit(.minutes(1)))
  struct CurlKeptTests {
    /// Makes a transfer, and returns it with its problem.
    private func call(_ url: URL, isStreamed: Bool = false, in session: CurlSession) async throws -> (
      CurlTransfer, CurlProblem?
    ) {
      let transfer = CurlTransfer(
        try EngineTest.request(url.absoluteString, isStreamed: isStreamed, in: session))
      let problem = try await ending(of: "\(url)") { await session.perform(transfer) }
      return (transfer, problem)
    }

    @Test("a connection of HTTP/1.0 is not kept, but that of the next transfer on its handle is")
    func http10() async throws {
      let old = try FaultServer.answering("HTTP/1.0 200 OK\r\nContent-Length: 1\r\n\r\na")
      let new = try FaultServer.answering(body: "a")
      defer { for server in [old, new] { server.stop() } }
      let session = CurlSession(CurlSettings())
      for server in [old, new, new, old] { #expect(try await call(server.url(), in: session).1 == nil) }
      #expect(new.connectionCount == 1 && old.connectionCount == 2)
    }

    @Test("a failure has the words of its own attempt, and not those of the one before on a kept connection")
    func words() async throws {
      let server = try FaultServer { connection in
        try connection.readRequest()
        guard connection.number == 0 else {
          return try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\ncut")
        }
        try connection.send(HTTPMessage.response(body: "a"))
        try connection.readRequest()
        connection.resetOnClose()
      }
      defer { server.stop() }
      let session = CurlSession(CurlSettings())
      #expect(try await call(server.url(), in: session).1 == nil)
      guard case .library(.partialFile, let detail) = try await call(server.url(), in: session).1 else {
        Issue.record("the body was cut")
        return
      }
      #expect(!detail.contains("reset"), "\(detail)")
      #expect(server.received.count == 3)
    }

    @Test(
      "a body that ends with its TLS connection is whole, also on a kept one",
      .enabled(if: Certificates.isAvailable))
    func closeNotify() async throws {
      let certificates = try Certificates.shared.get()
      let server = try FaultServer(certificates) { connection in
        try connection.readRequest()
        try connection.send(HTTPMessage.response(body: "a"))
        try connection.readRequest()
        try connection.send("HTTP/1.1 200 OK\r\n\r\nwhole")
        connection.closeNotify()
      }
      defer { server.stop() }
      var settings = CurlSettings()
      settings.authorities = .file(certificates.path("ca.pem"))
      let session = CurlSession(settings)
      #expect(try await call(server.url(), in: session).1 == nil)
      let (transfer, problem) = try await call(server.url(), in: session)
      #expect(problem == nil && transfer.takeBody() == Data("whole".utf8))
      #expect(server.connectionCount == 1)
    }

    @Test("a stream that is not read at once is whole, although others begin at its Unix domain socket")
    func pausedStream() async throws {
      let folder = try TemporaryFolder()
      let path = folder.url.appendingPathComponent("s").path
      // More than the queue of a stream takes, and no more than that and the system do.
      let body = Data(count: 300_000)
      let server = try FaultServer(unixPath: path) { connection in
        while true {
          let isLong = try connection.readRequest().target == "/long"
          try connection.send(HTTPMessage.response(body: isLong ? body : Data("a".utf8)))
        }
      }
      defer { server.stop() }
      var settings = CurlSettings()
      settings.unixSocket = path
      let session = CurlSession(settings)
      let (transfer, problem) = try await call(server.url("/long"), isStreamed: true, in: session)
      #expect(problem == nil && transfer.takeBack())
      // Each lets the loop go round.
      for _ in 0..<50 { #expect(try await call(server.url(), in: session).1 == nil) }
      let reader = CurlBodyReader(transfer, in: session)
      let count = try await ending(of: "the stream") {
        var count = 0
        while let chunk = try await reader.next() { count += chunk.count }
        return count
      }
      #expect(count == body.count)
    }
  }
#endif
