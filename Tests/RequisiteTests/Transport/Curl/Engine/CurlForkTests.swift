#if os(Linux)
  import Requisite
  import TestSupport
  import Testing

  /// What becomes of a transport when its process forks.
  @Suite("CurlTransport: fork()", .timeLimit(.minutes(3)))
  struct CurlForkTests {
    @Test(
      "the child gets errors at once, and the parent's connection and stream work, with any number of threads",
      arguments: [1, 3])
    func plain(_ threads: Int) throws {
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
      let probe = try ForkProbe.run(server: server.url(""), threads: threads)
      #expect(probe.status == 0, "\(probe.output)")
      #expect(server.received.map(\.target) == ["/stream", "/before", "/after"])
      #expect(server.received.map(\.connection) == [0, 1, 1])
    }

    @Test(
      "the same over TLS and HTTP/2: the child does not end the parent's connection",
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

  @Suite("The process that forks", .enabled(if: ForkProbe.server != nil), .timeLimit(.minutes(3)))
  struct ForkProbeTests {
    private func request(_ path: String, delivery: TransportRequest.Delivery = .buffered) throws
      -> TransportRequest
    {
      let server = try #require(ForkProbe.server)
      return CurlTest.request(server.appendingPathComponent(path), deadline: .seconds(20), delivery: delivery)
    }

    @Test("forks while a stream is being read and a connection is idle")
    func forks() async throws {
      var transport: CurlTransport? = fresh()
      var streaming = try await transport?.send(request("stream", delivery: .streamed))
      var reader = try #require(streaming?.stream).makeAsyncIterator()
      var text = ""
      while text.count < 5, let chunk = try await reader.next() {
        text += String(decoding: chunk, as: UTF8.self)
      }
      _ = try await transport?.send(request("before"))
      try await startSockets(of: transport)

      let (pipe, first) = (Pipe(), TransportRequest.ID())
      let signals = try ForkProbe.signals()
      let child = try forked()
      guard child != 0 else {
        pipe.fileHandleForWriting.write(Data(TransportRequest.ID().description.utf8))
        // The error comes at once, because nothing would end a wait.
        guard await code(of: { _ = try await transport?.send(request("child")) }) == .resourceUnavailable
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
      #expect(try ForkProbe.signals() == signals, "the child has woken a loop of its parent")
      let childID = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
      let ids = [first.description] + (0..<40).map { _ in TransportRequest.ID().description }
      #expect(childID.count == 32 && !ids.contains(childID))

      let after = try await transport?.send(request("after"))
      #expect(after?.status == 200 && after?.timings?.reusedConnection == true)
      while let chunk = try await reader.next() { text += String(decoding: chunk, as: UTF8.self) }
      #expect(text == "beganended")
    }

    /// Starts the thread of the sockets, which then sleeps; libcurl before 7.72 makes none.
    private func startSockets(of transport: CurlTransport?) async throws {
      guard CurlTest.isLibrary(atLeast: "7.72") else { return }
      let port = try RefusingPort()
      let user = EndedUser()
      _ = try transport?.connect(for: CurlTest.request(port.url), user)
      for await _ in user.end.stream {}
      while try !ForkProbe.loopsSleep() { await Task.yield() }
    }

    private func fresh() -> CurlTransport {
      CurlTest.fresh {
        $0.threads = ForkProbe.threads
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

  /// Waits for the end of its connection.
  private final class EndedUser: RawConnectionUser {
    let end = AsyncStream.makeStream(of: Void.self)

    func received(_ bytes: UnsafeRawBufferPointer) -> Bool { true }

    func takeOutput() -> [UInt8] { [] }

    func ended(_ error: NetworkRequestError?) { end.continuation.finish() }
  }

  /// What a process does that forks while its transport is at work. It runs one test of this binary and no other, so
  /// that nothing else is under way when it forks.
  enum ForkProbe {
    /// The server to talk to; nil where this process is not to fork.
    static let server = ProcessInfo.processInfo.environment["REQUISITE_FORK_SERVER"].flatMap(
      URL.init(string:))
    static let authority = ProcessInfo.processInfo.environment["REQUISITE_FORK_AUTHORITY"]
    static let threads =
      ProcessInfo.processInfo.environment["REQUISITE_FORK_THREADS"].flatMap { Int($0) } ?? 1

    /// Starts that process and waits for its end, a minute at most.
    static func run(
      server: URL, authority: String? = nil, threads: Int = 1
    ) throws -> (status: Int32, output: String) {
      let process = try ChildProcess(
        test: "ForkProbeTests",
        environment: [
          "REQUISITE_FORK_SERVER": server.absoluteString, "REQUISITE_FORK_AUTHORITY": authority ?? "",
          "REQUISITE_FORK_THREADS": "\(threads)", "NO_COLOR": "1",
        ], reading: .both)
      let guardian = DispatchWorkItem { process.kill() }
      DispatchQueue.global().asyncAfter(deadline: .now() + 60, execute: guardian)
      let end = process.end()
      guardian.cancel()
      return (end.status ?? -1, end.text)
    }

    /// What the eventfds of this process count: how often its loops were woken.
    static func signals() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fdinfo").flatMap { name in
        // The folder's own descriptor is closed meanwhile.
        (try? String(contentsOfFile: "/proc/self/fdinfo/\(name)", encoding: .utf8))?
          .split(separator: "\n").filter { $0.hasPrefix("eventfd-count") }.map { "\(name) \($0)" } ?? []
      }.sorted()
    }

    /// True if the thread of each loop of this process sleeps.
    static func loopsSleep() throws -> Bool {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").allSatisfy { thread in
        // The thread may have ended meanwhile.
        let state = (try? String(contentsOfFile: "/proc/self/task/\(thread)/stat", encoding: .utf8)) ?? ""
        return !state.contains("(requisite.curl)") || state.contains(") S ")
      }
    }

    /// Waits ten seconds for a child to end; then kills it. Returns its exit code, nil where it was killed.
    static func wait(for child: pid_t) -> Int32? {
      var status: Int32 = 0
      for _ in 0..<1000 {
        if waitpid(child, &status, WNOHANG) == child { return status & 0x7F == 0 ? status >> 8 & 0xFF : nil }
        usleep(10_000)
      }
      kill(child, SIGKILL)
      waitpid(child, &status, 0)
      return nil
    }
  }
#endif
