#if os(Linux)
  import Requisite
  import TestSupport
  import Testing

  @Suite("CurlTransport: responses of all kinds", .timeLimit(.minutes(3)))
  struct CurlResponseTests {
    @Test("a 401 with a challenge is a response like any other")
    func challenge() async throws {
      let server = try FaultServer { connection in
        try connection.readRequest()
        try connection.send(
          HTTPMessage.response(
            status: "401 Unauthorized", body: "who are you?", headers: ["WWW-Authenticate: Basic realm=\"x\""]
          ))
      }
      defer { server.stop() }
      let response = try await CurlTest.transport.send(CurlTest.request(server.url()))
      #expect(response.status == 401)
      #expect(response.text == "who are you?")
      #expect(server.received.count == 1)
    }

    @Test("interim responses and their fields are skipped")
    func interim() async throws {
      let server = try FaultServer { connection in
        try connection.readRequest()
        try connection.send("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n")
        try connection.send(HTTPMessage.response(body: "hello"))
      }
      defer { server.stop() }
      let response = try await CurlTest.transport.send(CurlTest.request(server.url()))
      #expect(response.status == 200 && response.text == "hello")
      #expect(response.headers[.link] == nil)
    }

    @Test(
      "responses without a body end with their header section",
      arguments: ["204 No Content", "304 Not Modified"])
    func bodiless(_ status: String) async throws {
      let server = try FaultServer { connection in
        try connection.readRequest()
        try connection.send("HTTP/1.1 \(status)\r\nContent-Encoding: gzip\r\nETag: \"a\"\r\n\r\n")
        connection.waitUntilClosed()
      }
      defer { server.stop() }
      let response = try await CurlTest.transport.send(
        CurlTest.request(server.url()))
      #expect(response.text.isEmpty)
      #expect(response.headers["ETag"] == "\"a\"")
    }

    @Test("a HEAD has the fields of a body, and no body")
    func head() async throws {
      let server = try FaultServer { connection in
        try connection.readRequest()
        try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\nContent-Encoding: gzip\r\n\r\n")
        connection.waitUntilClosed()
      }
      defer { server.stop() }
      let request = CurlTest.request(server.url(), method: .head)
      let response = try await CurlTest.transport.send(request)
      #expect(response.headers[.contentLength] == "1000" && response.data.isEmpty)
    }

    @Test("trailers come with the response")
    func trailers() async throws {
      let server = try FaultServer { connection in
        try connection.readRequest()
        try connection.send(
          HTTPMessage.chunkedHead(headers: ["Trailer: X-Checksum"]) + HTTPMessage.chunk("hello"))
        try connection.send("0\r\nX-Checksum: abc\r\nX-More: 1\r\n\r\n")
        connection.waitUntilClosed()
      }
      defer { server.stop() }
      let response = try await CurlTest.transport.send(
        CurlTest.request(server.url()))
      #expect(response.text == "hello")
      #expect(response.trailers["X-Checksum"] == "abc" && response.trailers["X-More"] == "1")
      #expect(response.headers["X-Checksum"] == nil)
    }
  }
#endif
