#if os(Linux)
  import Requisite
  import TestSupport
  import Testing

  @Suite("CurlTransport: connections that cannot be made", .timeLimit(.minutes(3)))
  struct CurlConnectTests {
    @Test("a port without a listener refuses the connection")
    func refused() async throws {
      let nobody = try RefusingPort()
      let error = await #expect(throws: NetworkRequestError.self) {
        try await CurlTest.transport.send(CurlTest.request(nobody.url))
      }
      #expect(error?.code == .cannotConnectToHost)
      #expect(error?.curlCode == 7)
    }

    @Test("a name that does not exist")
    func noHost() async throws {
      let url = try #require(URL(string: "http://nowhere.invalid/"))
      let error = await #expect(throws: NetworkRequestError.self) {
        try await CurlTest.transport.send(CurlTest.request(url))
      }
      #expect(error?.code == .cannotFindHost)
    }

    @Test("refused connections, unknown names and responses in turn do not confuse descriptors")
    func descriptorsGivenAwayAgain() async throws {
      let (closed, open) = (try RefusingPort(), try FaultServer.answering(body: "hello"))
      defer { open.stop() }
      let transport = CurlTest.fresh()
      for index in 0..<20 {
        let nowhere = try #require(URL(string: "http://nowhere\(index).invalid/"))
        for (url, code) in [
          (closed.url, TransportFailure.Code.cannotConnectToHost), (nowhere, .cannotFindHost),
        ] {
          let error = await #expect(throws: NetworkRequestError.self) {
            try await transport.send(CurlTest.request(url))
          }
          #expect(error?.code == code)
        }
        #expect(
          try await transport.send(CurlTest.request(open.url())).text == "hello")
      }
    }

    @Test("https to a server without TLS")
    func noTLS() async throws {
      let server = try FaultServer { connection in
        try connection.send("HTTP/1.1 400 Bad Request\r\n\r\n")
        connection.waitUntilClosed()
      }
      defer { server.stop() }
      let url = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
      let error = await #expect(throws: NetworkRequestError.self) {
        try await CurlTest.transport.send(CurlTest.request(url))
      }
      #expect(error?.code == .secureConnectionFailed)
    }
  }
#endif
