#if os(Linux)
  import Requisite
  import TestSupport
  import Testing

  @Suite("CurlTransport: one exchange", .timeLimit(.minutes(3)))
  struct CurlExchangeTests {
    @Test("status, header fields and body arrive as sent")
    func get() async throws {
      let server = try FaultServer.answering(
        body: "hello", headers: ["Content-Type: text/plain", "X-A: 1", "x-a:2"])
      defer { server.stop() }
      let response = try await CurlTest.transport.send(TransportRequest(url: server.url("/a?b=c")))
      #expect(response.status == 200)
      #expect(response.text == "hello")
      #expect(response.headers[.contentType] == "text/plain")
      #expect(response.headers.values(for: "X-A") == ["1", "2"])
      #expect(server.received.map(\.requestLine) == ["GET /a?b=c HTTP/1.1"])
    }

    @Test("header fields are sent in order, with repeats and empty values, and no field is added for a body")
    func headers() async throws {
      let server = try FaultServer.answering(body: "")
      defer { server.stop() }
      var request = TransportRequest(
        method: .post, url: server.url("/"), body: .data(Data("x".utf8), contentType: nil))
      request.headers = [
        "X-B": "1", "X-A": "2", "X-B": "3", "X-Empty": "", "Accept": "*/*", "User-Agent": "t",
      ]
      _ = try await CurlTest.transport.send(request)
      let lines = try #require(server.received.first).lines.dropFirst()
      #expect(lines.filter { $0.hasPrefix("X-") } == ["X-B: 1", "X-A: 2", "X-B: 3", "X-Empty:"])
      #expect(lines.contains("Content-Length: 1"))
      #expect(!lines.contains { $0.hasPrefix("Content-Type") || $0.hasPrefix("Expect") })
    }

    @Test(
      "a method is sent in its spelling",
      arguments: ["GET", "HEAD", "DELETE", "OPTIONS", "PUT", "PATCH", "REPORT"])
    func methods(_ name: String) async throws {
      let server = try FaultServer.answering("HTTP/1.1 204 No Content\r\n\r\n")
      defer { server.stop() }
      let request = TransportRequest(method: HTTPMethod(rawValue: name), url: server.url("/"))
      let response = try await CurlTest.transport.send(request)
      #expect(response.status == 204)
      #expect(server.received.map(\.method) == [name])
      let length = ["PUT", "PATCH"].contains(name) ? "0" : nil
      #expect(server.received.first?.header("Content-Length") == length)
    }

    @Test("a connection is used again")
    func keepAlive() async throws {
      let server = try FaultServer.answering(body: "a")
      defer { server.stop() }
      let transport = CurlTest.fresh()
      for index in 0..<5 {
        let method: HTTPMethod = index.isMultiple(of: 2) ? .get : .delete
        let response = try await transport.send(TransportRequest(method: method, url: server.url("/")))
        #expect(response.timings?.reusedConnection == (index > 0))
      }
      #expect(server.connectionCount == 1)
      #expect(server.received.map(\.method) == ["GET", "DELETE", "GET", "DELETE", "GET"])
    }

    @Test("a connection is used again for a POST, with libcurl 7.80 or later")
    func keepAlivePost() async throws {
      let server = try FaultServer.answering(body: "a")
      defer { server.stop() }
      let transport = CurlTest.fresh()
      for _ in 1...3 { _ = try await transport.send(CurlTest.request(server.url(), method: .post)) }
      #expect(server.connectionCount == (CurlTest.isLibrary(atLeast: "7.80") ? 1 : 3))
    }

    @Test("a hundred exchanges at once, each with its own response")
    func concurrent() async throws {
      let server = try FaultServer { connection in
        while true {
          let request = try connection.readRequest()
          try connection.send(HTTPMessage.response(body: request.target))
        }
      }
      defer { server.stop() }
      let transport = CurlTest.fresh()
      try await withThrowingTaskGroup(of: (String, String).self) { group in
        for index in 0..<100 {
          group.addTask {
            let response = try await transport.send(TransportRequest(url: server.url("/\(index)")))
            return ("/\(index)", response.text)
          }
        }
        for try await (sent, received) in group { #expect(sent == received) }
      }
      #expect(server.received.count == 100)
      #expect(server.connectionCount <= 64)
    }

    @Test("malformed UTF-8 is read as ISO 8859-1, and a folded line continues the one before")
    func oddHeaders() async throws {
      let head =
        Data("HTTP/1.1 200 OK\r\nX-Name: caf".utf8) + [0xE9] + Data("\r\nX-Fold: a\r\n  b\r\n\r\n".utf8)
      let server = try FaultServer { connection in
        try connection.readRequest()
        try connection.send(head)
      }
      defer { server.stop() }
      let response = try await CurlTest.transport.send(TransportRequest(url: server.url("/")))
      #expect(response.headers["X-Name"] == "café")
      #expect(response.headers["X-Fold"] == "a b")
    }

    @Test("the timeline is in order and describes the connection")
    func timings() async throws {
      let server = try FaultServer.answering(body: "hello")
      defer { server.stop() }
      let request = TransportRequest(method: .post, url: server.url("/"), body: .text("abc"))
      let response = try await CurlTest.fresh().send(request)
      let timings = try #require(response.timings)
      let phases = [
        timings.queued, timings.nameResolved, timings.connected, timings.secured, timings.requestSent,
        timings.firstByte, timings.lastByte,
      ]
      #expect(phases == phases.sorted())
      #expect(timings.connected > timings.queued)
      #expect(timings.bytesReceived == 5 && timings.bytesSent == 3)
      #expect(!timings.reusedConnection)
      #expect(timings.httpVersion == "HTTP/1.1")
      #expect(timings.remoteAddress == "127.0.0.1:\(server.port)")
    }
  }
#endif
