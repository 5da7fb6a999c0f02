#if os(Linux)
  import Requisite
  import TestSupport
  import Testing

  /// A connection that the server gave up while it was idle: who may be sent twice (RFC 9110 §9.2.2).
  @Suite("CurlTransport: stale connections", .timeLimit(.minutes(3)))
  struct CurlRepeatTests {
    /// A server whose connections answer one request, read a second one and hang up without a word.
    private static func forgetful() throws -> FaultServer {
      try FaultServer { connection in
        try connection.readRequest()
        try connection.send(HTTPMessage.response(body: "a"))
        try connection.readRequest()
      }
    }

    @Test("GET, PUT and DELETE are sent again", arguments: [HTTPMethod.get, .put, .delete])
    func idempotent(_ method: HTTPMethod) async throws {
      let server = try Self.forgetful()
      defer { server.stop() }
      let transport = CurlTest.fresh()
      _ = try await transport.send(CurlTest.request(server.url("/first")))
      let body: HTTPBody = method == .put ? .text("content") : .none
      let response = try await transport.send(
        CurlTest.request(server.url("/second"), method: method, body: body))
      #expect(response.text == "a")
      #expect(server.received.map(\.target) == ["/first", "/second", "/second"])
      #expect(server.received.last?.text == (method == .put ? "content" : ""))
    }

    @Test("a PUT of a file or of a stream that can be read again is sent again, from its start")
    func replayable() async throws {
      let server = try Self.forgetful()
      defer { server.stop() }
      let transport = CurlTest.fresh()
      _ = try await transport.send(CurlTest.request(server.url("/first")))
      let body = HTTPBody.stream(BodyStream { ByteStream(Data("content".utf8)) })
      let response = try await transport.send(
        CurlTest.request(server.url("/second"), method: .put, body: body))
      #expect(response.text == "a")
      #expect(server.received.map(\.text) == ["", "content", "content"])
    }

    @Test("a PUT of a stream that can be read once is not sent again")
    func notReplayable() async throws {
      let server = try Self.forgetful()
      defer { server.stop() }
      let transport = CurlTest.fresh()
      _ = try await transport.send(CurlTest.request(server.url("/first")))
      let body = HTTPBody.stream(BodyStream(ByteStream(Data("content".utf8))))
      let error = await #expect(throws: NetworkRequestError.self) {
        try await transport.send(CurlTest.request(server.url("/second"), method: .put, body: body))
      }
      #expect(error?.code == .networkConnectionLost)
      #expect(server.received.count == 2)
    }

    @Test("a POST is never sent twice, with a body or without", arguments: ["", "content"])
    func post(_ text: String) async throws {
      let server = try Self.forgetful()
      defer { server.stop() }
      let transport = CurlTest.fresh()
      _ = try await transport.send(CurlTest.request(server.url("/first")))
      let body: HTTPBody = text.isEmpty ? .none : .text(text)
      let second = CurlTest.request(server.url("/second"), method: .post, body: body)
      if CurlTest.isLibrary(atLeast: "7.80") {
        let error = await #expect(throws: NetworkRequestError.self) { try await transport.send(second) }
        #expect(error?.code == .networkConnectionLost)
        let words = "the server closed a connection kept from an earlier call and did not answer"
        #expect(error?.words.contains(words) == true)
      } else {
        // Without a word of libcurl on when a request is sent, it goes out on a new connection.
        #expect(try await transport.send(second).text == "a")
      }
      #expect(server.received.map(\.target) == ["/first", "/second"])
    }

    @Test("a POST that says that it is repeatable is sent again", .feature("F34"))
    func repeatablePost() async throws {
      let server = try Self.forgetful()
      defer { server.stop() }
      let transport = CurlTest.fresh()
      _ = try await transport.send(CurlTest.request(server.url("/first")))
      var second = CurlTest.request(server.url("/second"), method: .post, body: .text("content"))
      second.options.isRepeatable = true
      #expect(try await transport.send(second).text == "a")
      #expect(server.received.last?.text == "content")
    }

    @Test("a POST on a connection that is known to be closed is sent on a new one")
    func postAfterClose() async throws {
      let server = try FaultServer { connection in
        try connection.readRequest()
        try connection.send(HTTPMessage.response(body: "a"))
      }
      defer { server.stop() }
      let transport = CurlTest.fresh()
      for _ in 0..<5 {
        _ = try await transport.send(
          CurlTest.request(server.url(), method: .post, body: .text("content")))
        #expect(await until { server.openConnectionCount == 0 })
      }
      #expect(server.received.count == 5)
      #expect(server.connectionCount == 5)
    }
  }
#endif
