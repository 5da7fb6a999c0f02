#if os(Linux)
  import Requisite
  import TestSupport
  import Testing

  /// The relay of the recipe, in front of a server behind a Unix domain socket.
  @Suite("A relay, as the recipe shows it", .timeLimit(.minutes(1)))
  struct RelayTests {
    @Test(
      "the target, both bodies, any status and repeated fields pass as they are; fields of one connection do not"
    )
    func relays() async throws {
      let folder = try TemporaryFolder()
      let path = folder.url.appendingPathComponent("s").path
      let server = try FaultServer(unixPath: path) { connection in
        try connection.readRequest()
        try connection.send(
          """
          HTTP/1.1 404 Not Found\r\nConnection: X-Hop, close\r\nX-Hop: 1\r\nContent-Encoding: gzip\r
          Content-Length: 5\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\n\r\nbytes
          """)
      }
      defer { server.stop() }
      let relay = Relay(upstream: "http://app", transport: CurlTest.fresh { $0.unixSocket = path })
      let chunks = AsyncStream<Data> { continuation in
        for word in ["hel", "lo"] { continuation.yield(Data(word.utf8)) }
        continuation.finish()
      }
      let response = try #require(
        try await relay.response(
          to: .put, "/a%2Fb?x=%31",
          [
            "Connection": "keep-alive, X-Own", "X-Own": "1", "TE": "trailers", "Host": "public",
            "Content-Length": "5",
            "Content-Type": "text/csv",
          ],
          .stream(chunks, length: 5, contentType: nil)))
      #expect(response.status == 404)
      #expect(response.headers["X-Hop"] == nil && !response.headers.contains(.connection))
      #expect(response.headers[.contentEncoding] == "gzip" && response.headers[.contentLength] == "5")
      #expect(response.headers.values(for: .setCookie) == ["a=1", "b=2"])
      guard case .stream(let stream) = response.body else {
        Issue.record("not a stream")
        return
      }
      #expect(try await stream.collected(upTo: 100) == Data("bytes".utf8))
      let received = try #require(server.received.first)
      #expect(received.target == "/a%2Fb?x=%31" && received.body == Data("hello".utf8))
      #expect(received.header("Host") == "app" && received.header("Content-Type") == "text/csv")
      #expect(received.headers("Content-Length") == ["5"])
      for name in ["X-Own", "TE", "Connection"] { #expect(received.header(name) == nil) }
    }

    @Test("a target that could name another host is not sent")
    func target() async throws {
      let relay = Relay(upstream: "http://app", transport: CurlTest.fresh())
      #expect(try await relay.response(to: .get, "@evil.example/", [:], .none) == nil)
    }
  }

  private struct Relay: Sendable {
    let upstream: String
    let transport: any Transport

    func response(
      to method: HTTPMethod, _ target: String, _ fields: HTTPHeaders, _ body: HTTPBody
    ) async throws(NetworkRequestError) -> TransportResponse? {
      guard target.hasPrefix("/"), let url = URL(string: upstream + target) else { return nil }
      var headers = Self.endToEnd(fields)
      headers.remove(.host)
      headers.remove(.contentLength)
      if !headers.contains(.acceptEncoding) { headers[.acceptEncoding] = "identity" }
      var response = try await transport.send(
        TransportRequest(
          method: method, url: url, headers: headers, body: body,
          options: RequestOptions().with(\.redirects, .none), delivery: .streamed))
      response.headers = Self.endToEnd(response.headers)
      return response
    }

    static func endToEnd(_ fields: HTTPHeaders) -> HTTPHeaders {
      let named = fields.values(for: .connection).flatMap { $0.split { ", \t".contains($0) } }
        .map { HTTPHeaderName(rawValue: String($0)) }
      let hop: [HTTPHeaderName] =
        named + [.connection, .keepAlive, .te, .trailer, .transferEncoding, .upgrade, "Proxy-Connection"]
      return HTTPHeaders(fields.filter { !hop.contains($0.name) })
    }
  }
#endif
