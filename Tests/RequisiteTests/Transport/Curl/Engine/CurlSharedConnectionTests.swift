#if os(Linux)
  import Requisite
  import TestSupport
  import Testing

  /// Transfers of one HTTP/2 connection read from it for one another. None may wait for something that another has read.
  @Suite(
    "CurlTransport: transfers that share a connection",
    .enabled(if: Certificates.isAvailable && CurlTest.speaksHTTP2), .timeLimit(.minutes(3)))
  struct CurlSharedConnectionTests {
    /// What the server and the test wait for, in their order.
    private struct Steps: Sendable {
      let isBlocked = DispatchSemaphore(value: 0)
      let hasSecond = DispatchSemaphore(value: 0)
      let mayOpen = DispatchSemaphore(value: 0)
      let hasOpened = DispatchSemaphore(value: 0)
    }

    /// Takes the first upload until its window is used up, then the head of a second one; opens the windows when it may,
    /// and answers nothing before all of the first upload is there.
    private static func serve(_ connection: FaultConnection, _ steps: Steps) throws {
      _ = try connection.read(exactly: 24)
      try connection.send(HTTP2Frame.settings() + HTTP2Frame.frame(4, flags: 1))
      var received = 0
      while received < 65_535 { received += try connection.readHTTP2Frame(of: 1) }
      steps.isBlocked.signal()
      while try connection.readHTTP2FrameHead().stream != 3 {}
      steps.hasSecond.signal()
      steps.mayOpen.wait()
      try connection.send(HTTP2Frame.windowUpdate(1 << 20) + HTTP2Frame.windowUpdate(1 << 20, stream: 1))
      steps.hasOpened.signal()
      while received < 200_000 { received += try connection.readHTTP2Frame(of: 1) }
      for stream: UInt32 in [1, 3] { try connection.send(HTTP2Frame.headers(ends: true, stream: stream)) }
      connection.waitUntilClosed()
    }

    @Test("an upload continues if its window opens while another transfer reads from the connection")
    func windowReadByAnother() async throws {
      let certificates = try Certificates.shared.get()
      let steps = Steps()
      let server = try FaultServer(certificates, protocol: "h2") { try Self.serve($0, steps) }
      let other = try FaultServer.answering(body: "ok")
      defer {
        server.stop()
        other.stop()
      }
      let transport = CurlTest.fresh { $0.tls.authorities = .file(certificates.path("ca.pem")) }
      let first = CurlTest.request(
        server.url(), method: .post, timeout: nil, body: .data(Data(count: 200_000)))
      let blocked = Task { try await transport.send(first) }
      await CurlIdleConnectionTests.wait(for: steps.isBlocked)

      let (pieces, supply) = AsyncStream.makeStream(of: Data.self)
      let second = CurlTest.request(server.url(), method: .post, timeout: nil, body: Self.body(pieces))
      let waking = Task { try await transport.send(second) }
      await CurlIdleConnectionTests.wait(for: steps.hasSecond)

      // Progress is reported by the loop, which stands still as long as the report takes: both the opened windows and the
      // piece of the second upload, which wakes that one alone, wait for it.
      let (hasStopped, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let reports = Counter()
      var stopping = CurlTest.request(other.url(), timeout: nil)
      stopping.options.onProgress = { _ in
        guard reports.add() == 1 else { return }
        hasStopped.signal()
        mayGoOn.wait()
      }
      let request = stopping
      let stopped = Task { try await transport.send(request) }
      await CurlIdleConnectionTests.wait(for: hasStopped)
      steps.mayOpen.signal()
      await CurlIdleConnectionTests.wait(for: steps.hasOpened)
      supply.yield(Data("piece".utf8))
      supply.finish()
      // Lets the task of the second upload post its piece. Without the piece the test shows nothing, and still passes.
      for _ in 0..<1000 { await Task.yield() }
      mayGoOn.signal()

      #expect(try await stopped.value.text == "ok")
      #expect(try await blocked.value.status == 200)
      #expect(try await waking.value.status == 200)
      #expect(server.connectionCount == 1)
    }

    private static func body(_ pieces: AsyncStream<Data>) -> HTTPBody {
      .stream(
        BodyStream(
          ByteStream { () async throws(NetworkRequestError) in
            for await piece in pieces { return piece }
            return nil
          }))
    }

    private static func post(_ server: FaultServer) -> TransportRequest {
      CurlTest.request(server.url(), method: .post, timeout: nil, body: .text("content"))
    }

    @Test(
      "a refused stream harms no other, and its request is sent again, whatever its method (RFC 9113 §8.7)",
      arguments: [HTTP2Frame.reset(7, stream: 3), HTTP2Frame.goAway(0, last: 1)])
    func refused(_ refusal: Data) async throws {
      let certificates = try Certificates.shared.get()
      let hasFirst = DispatchSemaphore(value: 0)
      let server = try FaultServer(certificates, protocol: "h2") { connection in
        try connection.startHTTP2()
        if connection.number == 0 {
          hasFirst.signal()
          try connection.readHTTP2Request()
          try connection.send(refusal)
        }
        try connection.send(HTTP2Frame.headers(ends: true))
        connection.waitUntilClosed()
      }
      defer { server.stop() }
      let transport = CurlTest.fresh { $0.tls.authorities = .file(certificates.path("ca.pem")) }
      let first = Task { try await transport.send(Self.post(server)) }
      await CurlIdleConnectionTests.wait(for: hasFirst)
      #expect(try await transport.send(Self.post(server)).status == 200)
      #expect(try await first.value.status == 200)
      #expect(server.connectionCount == 2)
    }

    @Test("a call that failed because its stream was refused again and again is retried, whatever its method")
    func retried() async throws {
      let certificates = try Certificates.shared.get()
      let server = try FaultServer(certificates, protocol: "h2") { connection in
        try connection.startHTTP2()
        // libcurl tries six times.
        try connection.send(connection.number < 6 ? HTTP2Frame.reset(7) : HTTP2Frame.headers(ends: true))
        connection.waitUntilClosed()
      }
      defer { server.stop() }
      let transport = CurlTest.fresh { $0.tls.authorities = .file(certificates.path("ca.pem")) }
      let response = try await transport.retried(.immediate(attempts: 2)).send(Self.post(server))
      #expect(response.status == 200)
      #expect(server.connectionCount == 7)
    }

    @Test("a failure of the session is not a success for a transfer with a slow reader")
    func sessionEndsWhilePaused() async throws {
      let certificates = try Certificates.shared.get()
      let server = try FaultServer(certificates, protocol: "h2") { connection in
        try connection.startHTTP2()
        let piece = HTTP2Frame.data(String(repeating: "1", count: 16_000))
        try connection.send(HTTP2Frame.headers() + (0..<30).reduce(Data()) { all, _ in all + piece })
        try connection.readHTTP2Request()
        let two = HTTP2Frame.headers(stream: 3) + HTTP2Frame.data("two", stream: 3)
        try connection.send(two + HTTP2Frame.data("x", stream: 0))
        connection.waitUntilClosed()
      }
      defer { server.stop() }
      let transport = CurlTest.fresh { $0.tls.authorities = .file(certificates.path("ca.pem")) }
      // Nothing reads its 480,000 bytes, of which 262,144 are kept.
      let first = try await transport.send(
        CurlTest.request(server.url(), timeout: nil, delivery: .streamed))
      let error = await #expect(throws: NetworkRequestError.self) {
        try await transport.send(CurlTest.request(server.url(), timeout: nil))
      }
      #expect(error?.code == .networkConnectionLost)
      #expect(server.connectionCount == 1)
      first.body.discard()
    }

    @Test("a failure of the session fails all transfers, although the server keeps the connection open")
    func sessionEnds() async throws {
      let certificates = try Certificates.shared.get()
      let server = try FaultServer(certificates, protocol: "h2") { connection in
        try connection.startHTTP2()
        try connection.send(HTTP2Frame.headers() + HTTP2Frame.data("one"))
        try connection.readHTTP2Request()
        let two = HTTP2Frame.headers(stream: 3) + HTTP2Frame.data("two", stream: 3)
        try connection.send(two + HTTP2Frame.data("x", stream: 0))
        connection.waitUntilClosed()
      }
      defer { server.stop() }
      let transport = CurlTest.fresh { $0.tls.authorities = .file(certificates.path("ca.pem")) }
      let request = CurlTest.request(server.url(), timeout: nil, delivery: .streamed)
      let first = try await transport.send(request)
      var reader = try #require(first.stream).makeAsyncIterator()
      #expect(try await reader.next() == Data("one".utf8))
      let second = try await transport.send(request)
      for rest in [first, second] {
        let error = await #expect(throws: NetworkRequestError.self) {
          _ = try await rest.stream?.collected(upTo: 100)
        }
        #expect(error?.code == .networkConnectionLost)
      }
      #expect(server.connectionCount == 1)
    }
  }
#endif
