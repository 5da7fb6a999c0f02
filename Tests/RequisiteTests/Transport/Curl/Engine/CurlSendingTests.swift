#if os(Linux)
  import Requisite
  import TestSupport
  import Testing

  @Suite("CurlTransport: whether a failed request was sent", .timeLimit(.minutes(3)))
  struct CurlSendingTests {
    @Test(
      "a request sent on a kept connection counts as sent, although no new connection could be made",
      // Before 7.80, a POST uses no kept connection.
      arguments: CurlTest.isLibrary(atLeast: "7.80") ? [HTTPMethod.put, .post] : [.put])
    func refusedAfterLoss(_ method: HTTPMethod) async throws {
      let folder = try TemporaryFolder()
      let path = folder.url.appendingPathComponent("s").path
      let server = try FaultServer(unixPath: path) { connection in
        try connection.readRequest()
        try connection.send(HTTPMessage.response(body: "a"))
        try connection.readRequest()
        try FileManager.default.removeItem(atPath: path)
      }
      defer { server.stop() }
      let transport = CurlTest.fresh { $0.unixSocket = path }
      let url = try #require(URL(string: "http://api.test/"))
      _ = try await transport.send(CurlTest.request(url))
      let error = await #expect(throws: NetworkRequestError.self) {
        try await transport.send(CurlTest.request(url, method: method, body: .text("content")))
      }
      #expect(server.received.map(\.text) == ["", "content"])
      #expect(error?.isBeforeSending == false, "\(String(describing: error))")
    }

    @Test("a body that cannot be read to its end fails after its start was sent")
    func brokenBody() async throws {
      let server = try FaultServer.silent(readsBody: false)
      defer { server.stop() }
      let pieces = Counter()
      let body = ByteStream { () async throws(NetworkRequestError) in
        guard pieces.add() > 1 else { return Data("start".utf8) }
        throw .invalidRequest(InvalidRequest(.body, "the file has become shorter"))
      }
      let request = CurlTest.request(server.url(), method: .post, body: .stream(BodyStream(body)))
      let error = await #expect(throws: NetworkRequestError.self) {
        try await CurlTest.transport.send(request)
      }
      #expect(error?.kind == .invalidRequest && error?.isBeforeSending == false)
    }

    @Test("a CONNECT that a proxy answers with an error sends no part of the request")
    func tunnel() async throws {
      let proxy = try FaultServer { connection in
        try connection.readRequestHead()
        try connection.send(HTTPMessage.response(status: "502 No", body: "sorry"))
      }
      defer { proxy.stop() }
      let transport = CurlTest.fresh { $0.proxy = .server(proxy.url()) }
      let url = try #require(URL(string: "https://api.test/"))
      let error = await #expect(throws: NetworkRequestError.self) {
        try await transport.send(CurlTest.request(url, method: .post, body: .text("content")))
      }
      #expect(error?.code == .cannotConnectToHost && error?.isBeforeSending == true)
      #expect(!proxy.received.contains { !$0.text.isEmpty })
    }
  }
#endif
