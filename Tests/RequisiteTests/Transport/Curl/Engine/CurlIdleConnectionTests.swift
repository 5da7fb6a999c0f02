#if os(Linux)
  import Requisite
  import TestSupport
  import Testing

  /// An idle connection on which the server has said something: the next request must not get it as its response.
  @Suite("CurlTransport: idle connections", .timeLimit(.minutes(3)))
  struct CurlIdleConnectionTests {
    private static let poison = HTTPMessage.response(body: "poison")

    enum Shape: String, CaseIterable, Sendable {
      case length, chunks, noContent, notModified, empty

      var bytes: Data {
        switch self {
        case .length: HTTPMessage.response(body: "good")
        case .chunks: Data((HTTPMessage.chunkedHead() + HTTPMessage.chunk("good") + "0\r\n\r\n").utf8)
        case .noContent: Data("HTTP/1.1 204 No Content\r\n\r\n".utf8)
        case .notModified: Data("HTTP/1.1 304 Not Modified\r\n\r\n".utf8)
        case .empty: HTTPMessage.response(body: "")
        }
      }
    }

    /// Answers the first request of the first connection with `bytes`, says `more` when it may, and answers all others
    /// properly.
    private static func script(
      _ bytes: Data, then more: Data, mayContinue: DispatchSemaphore? = nil,
      didContinue: DispatchSemaphore? = nil,
      closes: Bool = false
    ) -> FaultServer.Script {
      { connection in
        if connection.number == 0 {
          try connection.readRequest()
          try connection.send(mayContinue == nil ? bytes + more : bytes)
          if let mayContinue {
            mayContinue.wait()
            try connection.send(more)
            didContinue?.signal()
          }
          if closes { return }
        }
        while true {
          try connection.readRequest()
          try connection.send(HTTPMessage.response(body: "good"))
        }
      }
    }

    private func exchangeTwice(
      _ server: FaultServer, _ transport: CurlTransport, method: HTTPMethod, isLater: Bool = true,
      between: () async -> Void = {}
    ) async throws {
      let first = try await transport.send(CurlTest.request(server.url("/first")))
      #expect(first.text != "poison")
      await between()
      let body: HTTPBody = method == .post ? .text("content") : .none
      let second = try await transport.send(
        CurlTest.request(server.url("/second"), method: method, body: body))
      #expect(second.text == "good")
      // libcurl discards bytes after a body, or closes the connection.
      #expect((isLater ? 2...2 : 1...2).contains(server.connectionCount))
      // Only the one call is sent on a new connection.
      let connections = server.connectionCount
      #expect(try await transport.send(CurlTest.request(server.url("/third"))).text == "good")
      #expect(server.connectionCount == connections)
      #expect(server.received.map(\.target) == ["/first", "/second", "/third"])
    }

    @Test(
      "an unrequested response closes the connection, with any method",
      arguments: [HTTPMethod.get, .post, .delete], [false, true])
    func unsolicited(_ method: HTTPMethod, _ closes: Bool) async throws {
      let (mayContinue, didContinue) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let more =
        closes ? Data("HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n".utf8) : Self.poison
      let server = try FaultServer(
        Self.script(
          HTTPMessage.response(body: "good"), then: more, mayContinue: mayContinue, didContinue: didContinue,
          closes: closes))
      defer { server.stop() }
      try await exchangeTwice(server, CurlTest.fresh(), method: method) {
        mayContinue.signal()
        await Self.wait(for: didContinue)
      }
    }

    @Test(
      "a connection of HTTP/1.0 is used once, whatever the server says of it, also for a body without a length",
      arguments: ["keep-alive", "keep-alive, close", "Keep-Alive"], [HTTPMethod.get, .put, .post])
    func http10(says words: String, _ method: HTTPMethod) async throws {
      let server = try FaultServer.answering(
        "HTTP/1.0 200 OK\r\nConnection: \(words)\r\nContent-Length: 4\r\n\r\ngood")
      defer { server.stop() }
      let transport = CurlTest.fresh()
      for _ in 0..<3 {
        let body = HTTPBody.stream(BodyStream(ByteStream(Data("content".utf8))))
        let request = CurlTest.request(server.url(), method: method, body: method == .get ? .none : body)
        #expect(try await transport.send(request).text == "good")
      }
      #expect(server.connectionCount == 3)
      #expect(server.received.allSatisfy { $0.body.count == (method == .get ? 0 : 7) })
    }

    @Test("the second of two responses in one packet is discarded", arguments: Shape.allCases)
    func together(_ shape: Shape) async throws {
      let server = try FaultServer(Self.script(shape.bytes, then: Self.poison))
      defer { server.stop() }
      try await exchangeTwice(server, CurlTest.fresh(), method: .get, isLater: false)
    }

    @Test("a single byte and a line end close the connection, too", arguments: ["x", "\r\n"])
    func oneByte(_ text: String) async throws {
      let (mayContinue, didContinue) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let server = try FaultServer(
        Self.script(
          HTTPMessage.response(body: "good"), then: Data(text.utf8), mayContinue: mayContinue,
          didContinue: didContinue))
      defer { server.stop() }
      try await exchangeTwice(server, CurlTest.fresh(), method: .get) {
        mayContinue.signal()
        await Self.wait(for: didContinue)
      }
    }

    @Test(
      "over TLS: after the response, and in one record with it", .enabled(if: Certificates.isAvailable),
      arguments: [true, false])
    func secure(_ isLater: Bool) async throws {
      let certificates = try Certificates.shared.get()
      let (mayContinue, didContinue) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let good = HTTPMessage.response(body: "good")
      let server = try FaultServer(
        certificates,
        script: Self.script(
          good, then: Self.poison, mayContinue: isLater ? mayContinue : nil,
          didContinue: isLater ? didContinue : nil))
      defer { server.stop() }
      let transport = CurlTest.fresh { $0.tls.authorities = .file(certificates.path("ca.pem")) }
      // Over TLS, a request with a body counts as sent by its first attempt on a connection.
      try await exchangeTwice(server, transport, method: isLater ? .post : .get, isLater: isLater) {
        guard isLater else { return }
        mayContinue.signal()
        await Self.wait(for: didContinue)
      }
    }

    @Test(
      "over TLS: behind the body in its record, of which libcurl reads only the body",
      .enabled(if: Certificates.isAvailable))
    func secureTail() async throws {
      let certificates = try Certificates.shared.get()
      let head = Data("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n".utf8)
      let mayContinue = DispatchSemaphore(value: 0)
      mayContinue.signal()
      // Two records: the head, and the body with the poison.
      let server = try FaultServer(
        certificates,
        script: Self.script(head, then: Data("good".utf8) + Self.poison, mayContinue: mayContinue))
      defer { server.stop() }
      let transport = CurlTest.fresh { $0.tls.authorities = .file(certificates.path("ca.pem")) }
      try await exchangeTwice(server, transport, method: .get, isLater: false)
    }

    @Test("over a Unix domain socket")
    func unixSocket() async throws {
      let folder = try TemporaryFolder()
      let path = folder.url.appendingPathComponent("s").path
      let (mayContinue, didContinue) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let server = try FaultServer(
        unixPath: path,
        Self.script(
          HTTPMessage.response(body: "good"), then: Self.poison, mayContinue: mayContinue,
          didContinue: didContinue))
      defer { server.stop() }
      try await exchangeTwice(server, CurlTest.fresh { $0.unixSocket = path }, method: .get) {
        mayContinue.signal()
        await Self.wait(for: didContinue)
      }
    }

    @Test("a silent connection is used again for a hundred requests in a row")
    func reuse() async throws {
      let server = try FaultServer.answering(body: "good")
      defer { server.stop() }
      let transport = CurlTest.fresh()
      for index in 0..<100 {
        let method = index.isMultiple(of: 2) ? HTTPMethod.get : .post
        #expect(try await transport.send(CurlTest.request(server.url(), method: method)).text == "good")
      }
      // Before 7.80, each POST has a connection of its own.
      #expect(server.connectionCount == (CurlTest.isLibrary(atLeast: "7.80") ? 1 : 51))
    }

    /// Waits on a thread of Dispatch, for the semaphore is signalled by a server's thread.
    static func wait(for semaphore: DispatchSemaphore) async {
      await withCheckedContinuation { continuation in
        // Not on a queue, whose threads other tests may hold.
        Thread.detachNewThread {
          semaphore.wait()
          continuation.resume()
        }
      }
    }
  }
#endif
