#if os(Linux)
  import TestSupport
  import Testing

  @testable import Requisite

  /// Calls that end while their host's name is being looked up, in a process whose look-ups of `slow.test` wait.
  @Suite("CurlTransport: name look-ups that take long", .timeLimit(.minutes(2)))
  struct CurlLookUpTests {
    private static let key = "REQUISITE_LOOKUP"
    private static let path = ProcessInfo.processInfo.environment[key]

    /// The number of look-ups that have taken a step.
    private static func count(_ step: String) -> Int {
      path.flatMap { FileManager.default.contents(atPath: "\($0).\(step)") }?.count ?? 0
    }

    private static var over: Int { count("over") }

    private func request(_ deadline: Duration? = nil) throws -> TransportRequest {
      CurlTest.request(try #require(URL(string: "http://slow.test:9/")), deadline: deadline)
    }

    @Test("(run by another test) ends calls while their look-ups wait", .enabled(if: path != nil))
    func child() async throws {
      let path = try #require(Self.path)
      let server = try FaultServer.answering(body: "ok")
      defer { server.stop() }
      let transport = CurlTest.fresh { $0.connectTimeout = .milliseconds(400) }
      let deadline = await #expect(throws: NetworkRequestError.self) {
        try await transport.send(request(.milliseconds(400)))
      }
      #expect(deadline?.kind == .deadlineExceeded && Self.over == 0, "a deadline")
      #expect(try await transport.send(CurlTest.request(server.url())).text == "ok")
      #expect(Self.over == 0, "another call")
      let late = await #expect(throws: NetworkRequestError.self) { try await transport.send(request()) }
      #expect(late?.code == .timedOut && late?.isBeforeSending == true && Self.over == 0, "\(late as Any)")
      let other = CurlTest.fresh()
      let call = Task { try await other.send(request()) }
      let ended = Task { try await transport.send(request()) }
      // One that was cancelled before it began would never be over.
      while Self.count("begun") < 4 { try await CurlTest.turn(transport, times: 1) }
      await other.shutDown(cancelling: true)
      #expect(Self.over == 0, "a shut down")
      ended.cancel()
      for call in [call, ended] {
        await #expect(throws: NetworkRequestError.self) { try await call.value }
      }
      #expect(Self.over == 0, "a cancelled call")
      // The look-ups end, and nothing comes of them.
      #expect(FileManager.default.createFile(atPath: path, contents: nil))
      while Self.over < 4 { try await CurlTest.turn(transport, times: 1) }
      try await CurlTest.turn(transport, times: 20)
    }

    @Test(
      "a call ends at once, and others go on", .enabled(if: path == nil && SystemFaults.isAvailable))
    func process() async throws {
      let folder = try TemporaryFolder()
      let release = folder.url.appendingPathComponent("release").path
      let child = try ChildProcess(
        test: "CurlLookUpTests/child",
        environment: SystemFaults.environment.merging([Self.key: release]) { $1 },
        reading: .both)
      let end = await BlockingQueue("look-ups").run { child.end() }
      #expect(end.status == 0 && end.text.contains("1 test"), "\(end.text)")
    }
  }
#endif
