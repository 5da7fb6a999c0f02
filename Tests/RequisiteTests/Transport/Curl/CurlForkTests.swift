#if os(Linux)
  import Requisite
  import TestSupport
  import Testing

  /// What becomes of a transport when its process forks.
  @Suite("CurlTransport: fork()", .timeLimit(.minutes(2)))
  struct CurlForkTests {
    @Test("the child gets errors at once; the parent's connection and stream stay whole")
    func plain() throws {
      let childIsOver = DispatchSemaphore(value: 0)
      let server = try FaultServer { connection in
        while true {
          let request = try connection.readRequest()
          if request.target == "/stream" {
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nbegan")
            childIsOver.wait()
            try connection.send("ended")
          } else {
            if request.target == "/after" { childIsOver.signal() }
            try connection.send(HTTPMessage.response(body: "ok"))
          }
        }
      }
      defer { server.stop() }
      let probe = try ForkProbe.run(server: server.url(""))
      #expect(probe.status == 0, "\(probe.output)")
      #expect(server.received.map(\.target) == ["/stream", "/before", "/after"])
      #expect(server.received.map(\.connection) == [0, 1, 1])
    }

    @Test(
      "by TLS and HTTP/2 as well: no word of the child's ends the parent's connection",
      .enabled(if: NginxServer.isAvailable))
    func secure() throws {
      let certificates = try Certificates()
      let server = try NginxServer(certificates)
      defer { server.stop() }
      for name in ["stream", "before", "after"] { try server.serve(Data("beganended".utf8), as: name) }
      let url = try #require(URL(string: "https://localhost:\(server.securePort)"))
      let probe = try ForkProbe.run(server: url, authority: certificates.path("ca.pem"))
      #expect(probe.status == 0 && probe.output.contains("with 1 test"), "\(probe.output)")
    }
  }

  @Suite("The process that forks", .enabled(if: ForkProbe.server != nil), .timeLimit(.minutes(1)))
  struct ForkProbeTests {
    private func request(_ path: String, delivery: Delivery = .buffered) throws -> TransportRequest {
      let server = try #require(ForkProbe.server)
      return CurlTest.request(server.appendingPathComponent(path), deadline: .seconds(20), delivery: delivery)
    }

    @Test("forks while a stream is being read and a connection is idle")
    func forks() async throws {
      var transport: CurlTransport? = fresh()
      var streaming = try await transport?.exchange(request("stream", delivery: .streamed))
      var reader = try #require(streaming?.stream).makeAsyncIterator()
      var text = ""
      while text.count < 5, let chunk = try await reader.next() {
        text += String(decoding: chunk, as: UTF8.self)
      }
      _ = try await transport?.exchange(request("before"))

      let child = try ForkProbe.fork()
      guard child != 0 else {
        // An error is there at once: nobody would end a wait.
        guard await code(of: { _ = try await transport?.exchange(request("child")) }) == .resourceUnavailable
        else {
          _exit(10)
        }
        guard
          await code(of: { _ = try await streaming?.stream?.collected(upTo: 100) }) == .resourceUnavailable
        else { _exit(11) }
        await transport?.shutDown(cancelling: true)
        (transport, streaming) = (nil, nil)
        _exit(0)
      }
      #expect(ForkProbe.wait(for: child) == 0)

      let after = try await transport?.exchange(request("after"))
      #expect(after?.status == 200 && after?.timings?.reusedConnection == true)
      while let chunk = try await reader.next() { text += String(decoding: chunk, as: UTF8.self) }
      #expect(text == "beganended")
    }

    private func fresh() -> CurlTransport {
      CurlTest.fresh {
        if let authority = ForkProbe.authority, !authority.isEmpty { $0.tls.authorities = .file(authority) }
      }
    }

    private func code(of body: () async throws -> Void) async -> TransportFailure.Code? {
      do {
        try await body()
        return nil
      } catch {
        return (error as? NetworkRequestError)?.code ?? .unknown
      }
    }
  }
#endif
