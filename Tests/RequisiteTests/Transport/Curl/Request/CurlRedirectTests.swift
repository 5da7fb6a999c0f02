#if os(Linux)
  import Requisite
  import TestSupport
  import Testing

  @Suite("CurlTransport: requests that are redirected", .timeLimit(.minutes(3)))
  struct CurlRedirectTests {
    @Test("a 307 keeps the method and any kind of body", arguments: ["data", "file", "stream"])
    func redirect(_ kind: String) async throws {
      let server = try FaultServer { connection in
        while true {
          let request = try connection.readRequest()
          let isFirst = request.target == "/"
          try connection.send(
            isFirst
              ? HTTPMessage.response(
                status: "307 Temporary Redirect", body: "", headers: ["Location: /there"])
              : HTTPMessage.response(body: "ok"))
        }
      }
      defer { server.stop() }
      let folder = try TemporaryFolder()
      let file = folder.url.appendingPathComponent("upload")
      try Data("content".utf8).write(to: file)
      let body: HTTPBody =
        switch kind {
        case "data": .data(Data("content".utf8))
        case "file": .file(file)
        default: .stream(BodyStream { ByteStream(Data("content".utf8)) })
        }
      let response = try await CurlTest.transport.send(
        CurlTest.request(server.url(), method: .post, body: body))
      #expect(response.text == "ok")
      #expect(server.received.map(\.text) == ["content", "content"])
      #expect(server.received.map(\.method) == ["POST", "POST"])
    }

    @Test("a redirect is followed without the rest of its body, for each delivery", arguments: [0, 1, 2])
    func drippingBody(_ number: Int) async throws {
      let server = try FaultServer { connection in
        guard try connection.readRequest().target == "/" else {
          return try connection.send(HTTPMessage.response(body: "ok"))
        }
        try connection.send("HTTP/1.1 302 Found\r\nLocation: /there\r\n\r\n")
        while true {
          try connection.send("a")
          connection.pause(0.05)
        }
      }
      defer { server.stop() }
      let (_, delivery) = ServerFaultRun.deliveries[number]
      let request = CurlTest.request(server.url(), deadline: .seconds(20), delivery: delivery)
      let response = try await CurlTest.fresh().send(request)
      #expect(try await ServerFaultRun.bytes(of: response) == Data("ok".utf8))
    }

    @Test("the connection of a redirect whose body has arrived is used again")
    func connection() async throws {
      let server = try FaultServer { connection in
        while true {
          let isFirst = try connection.readRequest().target == "/"
          try connection.send(
            HTTPMessage.response(
              status: isFirst ? "302 Found" : "200 OK", body: "ok",
              headers: isFirst ? ["Location: /there"] : []))
        }
      }
      defer { server.stop() }
      #expect(try await CurlTest.fresh().send(CurlTest.request(server.url())).text == "ok")
      #expect(server.connectionCount == 1)
    }

    @Test("credentials stay with their origin when a redirect leads elsewhere")
    func credentials() async throws {
      let other = try FaultServer.answering(body: "ok")
      defer { other.stop() }
      let target = other.url("/there").absoluteString
      let server = try FaultServer.answering(
        HTTPMessage.response(status: "302 Found", body: "", headers: ["Location: \(target)"]))
      defer { server.stop() }
      var request = CurlTest.request(server.url())
      request.headers = ["Authorization": "Bearer secret", "Cookie": "a=b", "X-Other": "1", "Accept": "a/b"]
      #expect(try await CurlTest.transport.send(request).text == "ok")
      let received = try #require(other.received.first)
      #expect(received.header("Authorization") == nil && received.header("Cookie") == nil)
      #expect(received.header("X-Other") == nil && received.header("Accept") == "a/b")
    }
  }
#endif
