#if os(Linux)
  import Requisite
  import TestSupport
  import Testing

  @Suite("CurlTransport: responses before the end of the request's body", .timeLimit(.minutes(3)))
  struct CurlEarlyResponseTests {
    private static func response(_ status: String) -> Data {
      HTTPMessage.response(status: status, body: "early", headers: ["Location: /next"])
    }

    /// More than the system's buffers and HTTP/2's first window hold.
    private static let long = HTTPBody.data(Data(count: 8 << 20))

    @Test(
      "a slow source of a body is not waited for if the server refuses or redirects the request",
      arguments: ["303 See Other", "307 Temporary Redirect", "413 Content Too Large"])
    func silentSource(_ status: String) async throws {
      let server = try FaultServer { connection in
        try connection.readRequestHead()
        try connection.send(Self.response(status))
        connection.waitUntilClosed()
      }
      defer { server.stop() }
      let stream = ByteStream { () async throws(NetworkRequestError) in
        // Until it is cancelled.
        for await _ in AsyncStream<Void>.makeStream().stream {}
        throw .cancelled(nil)
      }
      let request = CurlTest.request(server.url(), method: .post, body: .stream(BodyStream(stream)))
      let response = try await CurlTest.fresh().exchange(request)
      // The body of a redirect is a stream, which the next exchange does not wait for.
      let body = try await ServerFaultRun.bytes(of: response)
      #expect(status.hasPrefix("\(response.status)") && body == Data("early".utf8))
    }

    @Test("a whole response is the result, although the server then resets the connection")
    func resetAfterResponse() async throws {
      let mayReset = DispatchSemaphore(value: 0)
      let server = try FaultServer { connection in
        try connection.readRequestHead()
        try connection.send(Self.response("200 OK"))
        mayReset.wait()
        connection.resetOnClose()
      }
      defer { server.stop() }
      let request = CurlTest.request(server.url(), method: .post, delivery: .streamed, body: Self.long)
      let response = try await CurlTest.fresh().exchange(request)
      mayReset.signal()
      #expect(try await ServerFaultRun.bytes(of: response) == Data("early".utf8))
      #expect(server.received.count == 1)
    }

    @Test("a whole response is the result, although the server stops reading", arguments: [true, false])
    func stopsReading(isWhole: Bool) async throws {
      let isOver = DispatchSemaphore(value: 0)
      let server = try FaultServer { connection in
        try connection.readRequestHead()
        let bytes = Self.response("200 OK")
        try connection.send(isWhole ? bytes : Data(bytes.dropLast()))
        isOver.wait()
      }
      defer {
        isOver.signal()
        server.stop()
      }
      let request = CurlTest.request(
        server.url(), method: .post, timeout: .milliseconds(300), body: Self.long)
      let result = await Result.awaiting { () async throws(NetworkRequestError) in
        try await CurlTest.fresh().send(request).text
      }
      switch result {
      case .success(let text): #expect(isWhole && text == "early")
      case .failure(let error): #expect(!isWhole && error.code == .timedOut)
      }
    }

    @Test(
      "an HTTP/2 response before the end of the request's body is not discarded (RFC 9113 §8.1)",
      .enabled(if: Certificates.isAvailable && CurlTest.speaksHTTP2), arguments: ["200", "413"],
      [true, false])
    func stopStream(status: String, isTogether: Bool) async throws {
      let certificates = try Certificates.shared.get()
      let server = try FaultServer(certificates, protocol: "h2") { connection in
        _ = try connection.read(exactly: 24)
        try connection.send(HTTP2Frame.settings() + HTTP2Frame.frame(4, flags: 1))
        while try connection.readHTTP2FrameHead().type != 1 {}
        let response = HTTP2Frame.headers(status) + HTTP2Frame.data("early", ends: true)
        try connection.send(isTogether ? response + HTTP2Frame.reset(0) : response)
        connection.pause(0.02)
        if !isTogether { try connection.send(HTTP2Frame.reset(0)) }
        connection.waitUntilClosed()
      }
      defer { server.stop() }
      let transport = CurlTest.fresh { $0.tls.authorities = .file(certificates.path("ca.pem")) }
      let response = try await transport.exchange(
        CurlTest.request(server.url(), method: .post, timeout: .seconds(5), body: Self.long))
      #expect(response.status == Int(status) && response.text == "early")
    }

    @Test(
      "an HTTP/2 stream that the server resets after a whole response (RFC 9113 §8.1)",
      .enabled(if: Certificates.isAvailable && CurlTest.speaksHTTP2), arguments: [UInt32(0), 8], ["5", "6"])
    func resetStream(code: UInt32, length: String) async throws {
      let certificates = try Certificates.shared.get()
      let mayReset = DispatchSemaphore(value: 0)
      let server = try FaultServer(certificates, protocol: "h2") { connection in
        _ = try connection.read(exactly: 24)
        try connection.send(HTTP2Frame.settings() + HTTP2Frame.frame(4, flags: 1))
        while try connection.readHTTP2FrameHead().type != 1 {}
        try connection.send(
          HTTP2Frame.headers("200", [("content-length", length)])
            + HTTP2Frame.data("early", ends: length == "5"))
        mayReset.wait()
        try connection.send(HTTP2Frame.reset(code))
        connection.waitUntilClosed()
      }
      defer { server.stop() }
      let transport = CurlTest.fresh { $0.tls.authorities = .file(certificates.path("ca.pem")) }
      let request = CurlTest.request(
        server.url(), method: .post, timeout: .milliseconds(500), delivery: .streamed, body: Self.long)
      let response = try await transport.exchange(request)
      mayReset.signal()
      let result = await Result.awaiting { () async throws(NetworkRequestError) in
        try await ServerFaultRun.bytes(of: response)
      }
      switch result {
      case .success(let bytes): #expect(length == "5" && bytes == Data("early".utf8))
      case .failure(let error): #expect(length == "6" && error.code == .networkConnectionLost)
      }
    }
  }
#endif
