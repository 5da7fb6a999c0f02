#if os(Linux)
  import TestSupport
  import Testing

  @testable import Requisite

  /// Calls of the system that fail, in processes of their own.
  @Suite("CurlTransport: system calls that fail", .timeLimit(.minutes(2)))
  struct CurlSystemFaultTests {
    private static let key = "REQUISITE_SYSTEM_FAULT"
    private static let fault = ProcessInfo.processInfo.environment[key]

    private func run(_ name: String, _ variables: [String: String]) async throws {
      let environment = SystemFaults.environment.merging(variables) { $1 }.merging([Self.key: name]) { $1 }
      let child = try ChildProcess(
        test: "CurlSystemFaultTests/\(name)Child", environment: environment, reading: .both)
      let end = await BlockingQueue("faults").run { child.end() }
      #expect(end.status == 0 && end.text.contains("1 test"), "\(end.text)")
    }

    @Test("(run by another test) posts over TLS", .enabled(if: fault == "cut"))
    func cutChild() async throws {
      let certificates = try Certificates.shared.get()
      let server = try FaultServer(certificates) { connection in
        try connection.readRequestHead()
        connection.waitUntilClosed()
      }
      defer { server.stop() }
      let transport = CurlTest.fresh {
        $0.tls.authorities = .file(certificates.path("ca.pem"))
        $0.httpVersion = .http1
      }
      let request = CurlTest.request(server.url(), method: .post, body: .data(Data(count: 60_000)))
      let error = await #expect(throws: NetworkRequestError.self) { try await transport.send(request) }
      while server.received.isEmpty { await Task.yield() }
      #expect(error?.code == .networkConnectionLost && error?.isBeforeSending == false, "\(error as Any)")
    }

    @Test(
      "a write over TLS that fails after some of its records went out may have been processed",
      // Before 7.87, OpenSSL writes to the socket itself.
      .enabled(
        if: fault == nil && SystemFaults.isAvailable && Certificates.isAvailable
          && CurlTest.isLibrary(atLeast: "7.87")))
    func cut() async throws { try await run("cut", ["REQUISITE_CUT_SEND": "30000"]) }

    @Test("(run by another test) calls without a watch", .enabled(if: fault == "watches"))
    func watchesChild() async throws {
      let server = try FaultServer.answering(body: "ok")
      defer { server.stop() }
      let transport = CurlTest.fresh()
      let request = CurlTest.request(server.url())
      let error = await #expect(throws: NetworkRequestError.self) { try await transport.send(request) }
      #expect(
        error?.code == .resourceUnavailable && error?.words.contains("No space left") == true,
        "\(error as Any)")
      #expect(error?.words.contains("max_user_watches") == true)
      unsetenv("REQUISITE_NO_WATCHES")
      #expect(try await transport.send(request).text == "ok")
    }

    @Test(
      "a socket that epoll cannot watch fails its call with the system's error",
      .enabled(if: fault == nil && SystemFaults.isAvailable))
    func watches() async throws { try await run("watches", ["REQUISITE_NO_WATCHES": "1"]) }

    @Test("(run by another test) calls with a pause", .enabled(if: fault == "age"))
    func ageChild() async throws {
      let ahead = try #require(SystemFaults.clockAhead)
      let server = try FaultServer.answering(body: "ok")
      defer { server.stop() }
      let transport = CurlTest.fresh { $0.idleConnectionAge = .seconds(40) }
      // Together less than the time limit of the suite, which is by the same clock.
      for (pause, connections) in [(0, 1), (30, 1), (45, 2)] {
        ahead.pointee += pause
        #expect(try await transport.send(CurlTest.request(server.url())).text == "ok")
        #expect(server.connectionCount == connections, "after \(pause) s")
      }
    }

    @Test(
      "an idle connection is kept for the seconds of its age, and no longer",
      .enabled(if: fault == nil && SystemFaults.isAvailable))
    func age() async throws { try await run("age", [:]) }
  }
#endif
