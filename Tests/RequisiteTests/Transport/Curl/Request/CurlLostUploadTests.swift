#if os(Linux)
  import Requisite
  import TestSupport
  import Testing

  /// Servers that end the connection, or their direction of it, while a request's body is under way and nothing is left to read.
  @Suite("CurlTransport: uploads whose server has gone", .timeLimit(.minutes(1)))
  struct CurlLostUploadTests {
    private static let heads = ["", "HTTP/1.1 103 Early Hints\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-"]

    /// 100 KB, and then nothing until it is cancelled.
    private static func waiting() -> BodyStream {
      let count = Counter()
      return BodyStream(
        restarting: {
          ByteStream { () async throws(NetworkRequestError) in
            if count.add() == 1 { return Data(count: 100_000) }
            for await _ in AsyncStream<Void>.makeStream().stream {}
            throw .cancelled(nil)
          }
        })
    }

    /// The error of an upload whose source waits, to a server that reads what is there and then ends.
    private func error(
      _ head: String, _ transport: CurlTransport,
      _ server: (@escaping FaultServer.Script) throws -> FaultServer,
      _ end: @escaping FaultServer.Script
    ) async throws -> NetworkRequestError? {
      let server = try server { connection in
        try connection.readRequestHead()
        _ = try connection.readLine()
        _ = try connection.read(exactly: 100_000)
        _ = try connection.readLine()
        try connection.send(head)
        try end(connection)
      }
      defer { server.stop() }
      let request = CurlTest.request(server.url(), method: .post, body: .stream(Self.waiting()))
      return await #expect(throws: NetworkRequestError.self) { try await transport.send(request) }
    }

    @Test("a source that waits does not keep a lost connection", arguments: heads, [true, false])
    func plain(head: String, closes: Bool) async throws {
      let error = try await error(head, CurlTest.fresh(), { try FaultServer($0) }) { connection in
        guard !closes else { return }
        connection.finishSending()
        connection.waitUntilClosed()
      }
      #expect(error?.code == .networkConnectionLost && error?.isBeforeSending == false, "\(error as Any)")
    }

    @Test("the same at a Unix domain socket")
    func unix() async throws {
      let folder = try TemporaryFolder()
      let path = folder.url.appendingPathComponent("s").path
      let transport = CurlTest.fresh { $0.unixSocket = path }
      let error = try await error("", transport, { try FaultServer(unixPath: path, $0) }) { _ in }
      #expect(error?.code == .networkConnectionLost, "\(error as Any)")
    }

    @Test(
      "the same over TLS", .enabled(if: Certificates.isAvailable), arguments: heads,
      ["close", "close_notify", "both"])
    func secure(head: String, end: String) async throws {
      let certificates = try Certificates.shared.get()
      let transport = CurlTest.fresh {
        $0.tls.authorities = .file(certificates.path("ca.pem"))
        $0.httpVersion = .http1
      }
      let error = try await error(head, transport, { try FaultServer(certificates, script: $0) }) {
        connection in
        if end != "close" { connection.closeNotify() }
        if end == "close_notify" { connection.waitUntilClosed() }
      }
      #expect(error?.code == .networkConnectionLost, "\(error as Any)")
    }
  }
#endif
