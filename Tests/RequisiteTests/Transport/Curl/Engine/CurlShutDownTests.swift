#if os(Linux)
  import Requisite
  import TestSupport
  import Testing

  @Suite("CurlTransport: shutdown", .timeLimit(.minutes(3)))
  struct CurlShutDownTests {
    @Test("use after the shutdown is an error, and transfers under way can finish")
    func shutDown() async throws {
      let go = Counter()
      let server = try FaultServer { connection in
        try connection.readRequest()
        while go.value == 0 { connection.pause(0.001) }
        try connection.send(HTTPMessage.response(body: "hello"))
        connection.waitUntilClosed()
      }
      defer { server.stop() }
      let transport = CurlTest.fresh()
      let first = Task { try await transport.send(CurlTest.request(server.url())) }
      #expect(await until { !server.received.isEmpty })
      let end = Task { await transport.shutDown() }
      while true {
        let error = await #expect(throws: NetworkRequestError.self) {
          try await transport.send(CurlTest.request(server.url(), timeout: .milliseconds(200)))
        }
        if error?.code == .resourceUnavailable { break }
        // The transport is not shut down yet, and the server does not answer.
        #expect(error?.code == .timedOut)
      }
      go.add()
      #expect(try await first.value.text == "hello")
      await end.value
      await transport.shutDown()
      #expect(await until { server.openConnectionCount == 0 })
    }

    @Test("a cancelling shutdown ends all transfers at once")
    func shutDownCancelling() async throws {
      let server = try FaultServer.silent()
      defer { server.stop() }
      let transport = CurlTest.fresh()
      let first = Task { try await transport.send(CurlTest.request(server.url())) }
      #expect(await until { !server.received.isEmpty })
      await transport.shutDown(cancelling: true)
      let error = await #expect(throws: NetworkRequestError.self) { try await first.value }
      #expect(error?.code == .resourceUnavailable)
    }

    @Test("a transport without references closes its connections, and a stream is a reference")
    func released() async throws {
      let server = try FaultServer.answering(body: String(repeating: "x", count: 2_000_000))
      defer { server.stop() }
      var stream: ByteStream?
      do {
        let transport = CurlTest.fresh()
        stream = try await transport.send(CurlTest.request(server.url(), delivery: .streamed)).stream
      }
      #expect(try await stream?.collected(upTo: .max).count == 2_000_000)
      stream = nil
      #expect(await until { server.openConnectionCount == 0 })
    }

    @Test("many transports in a row leave no descriptor open")
    func descriptors() async throws {
      let server = try FaultServer.answering(body: "a")
      defer { server.stop() }
      for _ in 0..<20 {
        let transport = CurlTest.fresh()
        _ = try await transport.send(CurlTest.request(server.url()))
        await transport.shutDown()
      }
      #expect(await until { server.openConnectionCount == 0 })
      #expect(CurlTransport.libraryVersion != nil)
    }
  }
#endif
