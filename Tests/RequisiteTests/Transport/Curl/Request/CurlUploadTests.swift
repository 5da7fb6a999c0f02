#if os(Linux)
  import TestSupport
  import Testing

  @testable import Requisite

  @Suite("CurlTransport: request bodies", .timeLimit(.minutes(3)))
  struct CurlUploadTests {
    private static func pieces(_ count: Int, of size: Int) -> ByteStream {
      let left = Counter()
      return ByteStream { () async throws(NetworkRequestError) in
        left.add() <= count ? Data(repeating: UInt8(left.value % 251), count: size) : nil
      }
    }

    private static func server() throws -> FaultServer { try FaultServer.answering(body: "ok") }

    @Test("bytes of any size arrive as they are", arguments: [0, 1, 1000, 65_536, 65_537, 3_000_000])
    func data(_ size: Int) async throws {
      let server = try Self.server()
      defer { server.stop() }
      let data = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) })
      let request = CurlTest.request(server.url(), method: .post, body: .data(data))
      #expect(try await CurlTest.transport.send(request).text == "ok")
      let received = try #require(server.received.first)
      #expect(received.body == data)
      #expect(received.header("Content-Length") == "\(size)")
      #expect(received.header("Content-Type") == "application/octet-stream")
      #expect(received.header("Expect") == nil && received.header("Transfer-Encoding") == nil)
    }

    @Test("a file is sent with its length", arguments: [0, 10, 1_000_003])
    func file(_ size: Int) async throws {
      let folder = try TemporaryFolder()
      let file = folder.url.appendingPathComponent("upload")
      let data = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) })
      try data.write(to: file)
      let server = try Self.server()
      defer { server.stop() }
      let request = CurlTest.request(server.url(), method: .put, body: .file(file))
      #expect(try await CurlTest.transport.send(request).text == "ok")
      #expect(server.received.first?.body == data)
      #expect(server.received.first?.header("Content-Length") == "\(size)")
    }

    @Test("a stream of unknown length is sent in chunks")
    func stream() async throws {
      let server = try Self.server()
      defer { server.stop() }
      let body = HTTPBody.stream(BodyStream(Self.pieces(20, of: 50_000)))
      let request = CurlTest.request(server.url(), method: .post, body: body)
      #expect(try await CurlTest.transport.send(request).text == "ok")
      let received = try #require(server.received.first)
      #expect(received.body.count == 1_000_000 && received.chunkCount > 0)
      #expect(received.header("Transfer-Encoding") == "chunked" && received.header("Content-Length") == nil)
    }

    @Test("a stream of known length is sent with it")
    func streamOfLength() async throws {
      let server = try Self.server()
      defer { server.stop() }
      let body = HTTPBody.stream(BodyStream(length: 100_000, Self.pieces(10, of: 10_000)))
      let request = CurlTest.request(server.url(), method: .post, body: body)
      #expect(try await CurlTest.transport.send(request).text == "ok")
      #expect(server.received.first?.body.count == 100_000)
      #expect(server.received.first?.header("Content-Length") == "100000")
    }

    @Test(
      "a stream with more or fewer bytes than announced fails the call, and never arrives whole",
      arguments: [(9, 10_000, 100_000), (11, 10_000, 100_000), (2, 10, 15), (1, 20, 15)])
    func wrongLength(_ pieces: Int, of size: Int, announced length: Int64) async throws {
      let server = try Self.server()
      defer { server.stop() }
      let body = HTTPBody.stream(BodyStream(length: length, Self.pieces(pieces, of: size)))
      let request = CurlTest.request(server.url(), method: .post, body: body)
      let error = await #expect(throws: NetworkRequestError.self) {
        try await CurlTest.fresh().send(request)
      }
      #expect(error?.code == .requestBodyStreamExhausted)
      #expect(server.received.isEmpty)
    }

    @Test("a file that shrinks while it is sent fails the call")
    func shrinkingFile() async throws {
      let folder = try TemporaryFolder()
      let file = folder.url.appendingPathComponent("upload")
      try Data(repeating: 1, count: 8 << 20).write(to: file)
      let server = try FaultServer { connection in
        try connection.readRequestHead()
        try FileHandle(forWritingTo: file).truncate(atOffset: 1000)
        connection.waitUntilClosed()
      }
      defer { server.stop() }
      let request = CurlTest.request(server.url(), method: .put, body: .file(file))
      let error = await #expect(throws: NetworkRequestError.self) {
        try await CurlTest.fresh().send(request)
      }
      #expect(error?.code == .requestBodyStreamExhausted)
    }

    @Test("the error of a stream is the error of the call")
    func failingStream() async throws {
      let server = try Self.server()
      defer { server.stop() }
      let cause = NetworkRequestError.unknownError(
        NetworkRequestError.UnknownFailure(SocketError.badChunk("mine")))
      let body = HTTPBody.stream(
        BodyStream(ByteStream { () async throws(NetworkRequestError) in throw cause }))
      let request = CurlTest.request(server.url(), method: .post, body: body)
      let error = await #expect(throws: NetworkRequestError.self) {
        try await CurlTest.fresh().send(request)
      }
      #expect(error == cause)
    }

    /// Far more than the system's buffers and ours hold, made as it is asked for.
    private static func endless(_ made: Counter) -> HTTPBody {
      .stream(
        BodyStream(
          ByteStream { () async throws(NetworkRequestError) in
            made.add() <= 1000 ? Data(repeating: 1, count: 100_000) : nil
          }))
    }

    @Test("a server that does not read a body stops its producer, and an early response is the result")
    func backPressure() async throws {
      let (mayAnswer, isOver) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let server = try FaultServer { connection in
        try connection.readRequestHead()
        mayAnswer.wait()
        try connection.send(HTTPMessage.response(status: "413 Content Too Large", body: "no"))
        // What was not read would make a reset of the close, which may overtake the response.
        isOver.wait()
      }
      defer { server.stop() }
      defer { isOver.signal() }
      let made = Counter()
      let request = CurlTest.request(
        server.url(), method: .post, body: Self.endless(made))
      let transport = CurlTest.fresh()
      let call = Task { try await transport.send(request) }
      // A producer that is not stopped would have made all of it.
      try await CurlTest.turn(transport)
      mayAnswer.signal()
      let response = try await call.value
      #expect(response.status == 413 && response.text == "no")
      #expect(made.value < 500, "what the system's buffers and ours hold")
    }

    @Test("the source of a body does not run on the loop's thread, nor does its cancellation")
    func threads() async throws {
      let server = try FaultServer.silent(readsBody: false)
      defer { server.stop() }
      let (threads, isWaiting) = (Locked<[String]>([]), DispatchSemaphore(value: 0))
      let note = { @Sendable () in
        var name = [UInt8](repeating: 0, count: 32)
        let file = open("/proc/thread-self/comm", O_RDONLY)
        let count = read(file, &name, name.count)
        close(file)
        threads.withLock { $0.append(String(decoding: name.prefix(max(0, count - 1)), as: UTF8.self)) }
      }
      let body = BodyStream(restarting: {
        note()
        return ByteStream { () async throws(NetworkRequestError) in
          await withTaskCancellationHandler {
            isWaiting.signal()
            for await _ in AsyncStream<Void>.makeStream().stream {}
          } onCancel: {
            note()
          }
          throw .cancelled(nil)
        }
      })
      let request = CurlTest.request(server.url(), method: .post, body: .stream(body))
      let call = Task { try await CurlTest.fresh().send(request) }
      await BlockingQueue("test").run { isWaiting.wait() }
      call.cancel()
      await #expect(throws: NetworkRequestError.self) { try await call.value }
      while threads.withLock({ $0.count }) < 2 { await Task.yield() }
      let names = threads.withLock { $0 }
      #expect(!names.contains("requisite.curl") && !names.contains(""), "\(names)")
    }

    @Test("a stream that can be read once is not sent a second time")
    func secondCall() async throws {
      let server = try Self.server()
      defer { server.stop() }
      let transport = CurlTest.fresh()
      let body = HTTPBody.stream(BodyStream(Self.pieces(2, of: 1000)))
      let request = CurlTest.request(server.url(), method: .post, body: body)
      #expect(try await transport.send(request).text == "ok")
      let error = await #expect(throws: NetworkRequestError.self) { try await transport.send(request) }
      #expect(error?.kind == .invalidRequest, "\(error as Any)")
      #expect(error.map { "\($0)" }?.contains("restarting") == true, "\(error as Any)")
      #expect(server.received.map(\.body.count) == [2000])
    }

    @Test("a server that resets the connection during an upload fails the call")
    func resetUpload() async throws {
      let server = try FaultServer { connection in
        try connection.readRequestHead()
        connection.resetOnClose()
      }
      defer { server.stop() }
      let made = Counter()
      let request = CurlTest.request(
        server.url(), method: .post, body: Self.endless(made))
      let error = await #expect(throws: NetworkRequestError.self) {
        try await CurlTest.fresh().send(request)
      }
      #expect(error?.code == .networkConnectionLost)
      #expect(made.value < 500)
    }

    @Test("a response before the end of the body is the result")
    func earlyOutcome() async throws {
      let server = try FaultServer { connection in
        try connection.readRequestHead()
        try connection.send(
          HTTPMessage.response(status: "401 Unauthorized", body: "no", headers: ["Connection: close"]))
        connection.waitUntilClosed()
      }
      defer { server.stop() }
      let stream = ByteStream { () async throws(NetworkRequestError) in
        // Until it is cancelled.
        for await _ in AsyncStream<Void>.makeStream().stream {}
        throw .cancelled(nil)
      }
      let body = HTTPBody.stream(BodyStream(stream))
      let request = CurlTest.request(server.url(), method: .post, body: body)
      #expect(try await CurlTest.fresh().send(request).status == 401)
    }
  }
#endif
