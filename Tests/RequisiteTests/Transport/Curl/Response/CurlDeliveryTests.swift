#if os(Linux)
  import Requisite
  import TestSupport
  import Testing

  @Suite("CurlTransport: deliveries", .timeLimit(.minutes(3)))
  struct CurlDeliveryTests {
    private static let body = String((0..<300_000).map { Character(Unicode.Scalar(UInt8(97 + $0 % 26))) })

    @Test("a body is complete in memory, as a stream and as a file")
    func all() async throws {
      let server = try FaultServer.answering(body: Self.body)
      defer { server.stop() }
      let expected = Data(Self.body.utf8)
      let buffered = try await CurlTest.transport.send(CurlTest.request(server.url()))
      #expect(buffered.data == expected)
      let streamed = try await CurlTest.transport.send(
        CurlTest.request(server.url(), delivery: .streamed))
      #expect(try await streamed.stream?.collected(upTo: .max) == expected)
      let filed = try await CurlTest.transport.send(CurlTest.request(server.url(), delivery: .file(nil)))
      let file = try #require(filed.file)
      #expect(try Data(contentsOf: file) == expected)
      try FileManager.default.removeItem(at: file)
    }

    @Test("a body of unknown length is complete", arguments: [true, false])
    func unknownLength(_ isChunked: Bool) async throws {
      let server = try FaultServer { connection in
        try connection.readRequest()
        try connection.send(isChunked ? HTTPMessage.chunkedHead() : "HTTP/1.1 200 OK\r\n\r\n")
        for _ in 0..<40 { try connection.send(isChunked ? HTTPMessage.chunk(Self.body) : Self.body) }
        if isChunked { try connection.send("0\r\n\r\n") }
      }
      defer { server.stop() }
      let response = try await CurlTest.transport.send(CurlTest.request(server.url()))
      #expect(response.data == Data(String(repeating: Self.body, count: 40).utf8))
    }

    @Test("a slow reader slows the server, and gets all bytes", .feature("F8"))
    func backPressure() async throws {
      let sent = Counter()
      let (piece, pieces) = (Data(repeating: 7, count: 1 << 20), 64)
      let server = try FaultServer { connection in
        try connection.readRequest()
        try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(piece.count * pieces)\r\n\r\n")
        for _ in 0..<pieces {
          try connection.send(piece)
          sent.add(piece.count)
        }
      }
      defer { server.stop() }
      let response = try await CurlTest.transport.send(
        CurlTest.request(server.url(), delivery: .streamed))
      var total = 0
      for try await chunk in try #require(response.stream) {
        if total == 0 {
          // A server that is not stopped would have sent all of it.
          try await CurlTest.turn(CurlTest.transport)
          #expect(sent.value < 16 << 20, "what the system's buffers and ours hold")
        }
        #expect(chunk.count <= 300_000)
        total += chunk.count
      }
      #expect(total == piece.count * pieces)
    }

    @Test("a stream that is dropped ends its transfer")
    func dropped() async throws {
      let server = try FaultServer { connection in
        try connection.readRequest()
        try connection.send(HTTPMessage.chunkedHead() + HTTPMessage.chunk("hello"))
        connection.waitUntilClosed()
      }
      defer { server.stop() }
      var response: TransportResponse? = try await CurlTest.transport.send(
        CurlTest.request(server.url(), delivery: .streamed))
      #expect(response?.status == 200)
      response = nil
      #expect(await until { server.openConnectionCount == 0 })
    }

    @Test("a file is at its destination, and no other file is left")
    func file() async throws {
      let folder = try TemporaryFolder()
      let server = try FaultServer.answering(body: "hello")
      defer { server.stop() }
      let place = folder.url.appendingPathComponent("response.txt")
      let response = try await CurlTest.transport.send(
        CurlTest.request(server.url(), delivery: .file(place)))
      #expect(response.file == place)
      #expect(try String(contentsOf: place, encoding: .utf8) == "hello")
      #expect(try folder.contents() == ["response.txt"])
    }

    @Test("an existing file is not replaced, and nothing is sent")
    func fileExists() async throws {
      let folder = try TemporaryFolder()
      let server = try FaultServer.answering(body: "hello")
      defer { server.stop() }
      let place = folder.url.appendingPathComponent("response.txt")
      try Data("old".utf8).write(to: place)
      let error = await #expect(throws: NetworkRequestError.self) {
        try await CurlTest.transport.send(CurlTest.request(server.url(), delivery: .file(place)))
      }
      #expect(error?.kind == .invalidRequest)
      #expect(server.received.isEmpty)
      #expect(try String(contentsOf: place, encoding: .utf8) == "old")
    }

    @Test("a file that cannot be created is an error with the system's error as its cause")
    func fileNotMade() async throws {
      let server = try FaultServer.answering(body: "hello")
      defer { server.stop() }
      let place = URL(fileURLWithPath: "/proc/requisite/response.txt")
      let error = await #expect(throws: NetworkRequestError.self) {
        try await CurlTest.transport.send(CurlTest.request(server.url(), delivery: .file(place)))
      }
      #expect(error?.code == .cannotCreateFile)
      guard case .urlSessionFailed(let failure) = error else { return }
      #expect((failure.underlyingError as? FileFailure)?.code == .ENOENT)
    }

    @Test("a transfer that fails leaves no file")
    func fileOfFailure() async throws {
      let folder = try TemporaryFolder()
      let server = try FaultServer { connection in
        try connection.readRequest()
        try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
      }
      defer { server.stop() }
      let place = folder.url.appendingPathComponent("response.txt")
      let error = await #expect(throws: NetworkRequestError.self) {
        try await CurlTest.transport.send(CurlTest.request(server.url(), delivery: .file(place)))
      }
      #expect(error?.code == .networkConnectionLost)
      #expect(try folder.contents().isEmpty)
    }

    @Test("the body of an error status is in memory and not in the file")
    func errorPage() async throws {
      let folder = try TemporaryFolder()
      let server = try FaultServer.answering(HTTPMessage.response(status: "404 Not Found", body: "gone"))
      defer { server.stop() }
      let place = folder.url.appendingPathComponent("response.txt")
      let response = try await CurlTest.transport.send(
        CurlTest.request(server.url(), delivery: .file(place)))
      #expect(response.status == 404 && response.text == "gone")
      #expect(try folder.contents().isEmpty)
    }
  }
#endif
