#if os(Linux)
  import CRequisiteCurl
  import TestSupport
  import Testing

  @testable import CurlEngine

  /// What is not needed any more is given back. What counts for a whole process is counted in one of its own.
  @Suite("The engine gives back what it took", .timeLimit(.minutes(1)))
  struct CurlCleanupTests {
    private static let key = "REQUISITE_CLEANUP"
    private static let part = ProcessInfo.processInfo.environment[key]

    private func run(_ part: String) async throws {
      let child = try ChildProcess(
        test: "CurlCleanupTests/\(part)Child", environment: [Self.key: part], reading: .both)
      let end = await BlockingQueue("cleanup").run { child.end() }
      #expect(end.status == 0 && end.text.contains("1 test"), "\(end.text)")
    }

    private static var descriptors: Int {
      get throws { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
    }

    @Test("(run by another test) makes and drops sessions", .enabled(if: part == "sessions"))
    func sessionsChild() async throws {
      let server = try FaultServer.answering(body: "a")
      defer { server.stop() }
      let url = server.url().absoluteString
      func call() async throws {
        let session = CurlSession(CurlSettings())
        #expect(await session.perform(CurlTransfer(try EngineTest.request(url, in: session))) == nil)
        await session.shutDown(cancelling: false)
      }
      for _ in 0..<4 { try await call() }
      let before = try Self.descriptors
      for _ in 0..<40 {
        try await call()
        #expect(CurlPoller(wakeup: -1) == nil)
      }
      // The last loops may be about to end.
      try await ending(of: "the descriptors of sessions that are over") {
        let areClosed = try await until { try Self.descriptors <= before + 4 }
        #expect(areClosed)
      }
    }

    @Test("a session that is dropped leaves no descriptor behind", .enabled(if: part == nil))
    func sessions() async throws { try await run("sessions") }

    @Test("(run by another test) makes and drops decoders", .enabled(if: part == "decoders"))
    func decodersChild() throws {
      func pages() throws -> Int {
        let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        return Int(text.split(separator: " ")[1]) ?? 0
      }
      let data = StoredCodings.gzip(Data("hello".utf8))
      func decode(_ count: Int) throws {
        for _ in 0..<count { #expect(try Decoding.whole(data, ["gzip"]) == Data("hello".utf8)) }
      }
      try decode(100)
      let before = try pages()
      try decode(4_000)
      let grown = try pages() - before
      #expect(before > 0 && grown * 4096 < 8 << 20)
    }

    @Test(
      "a decoder that is dropped frees its window",
      .enabled(if: part == nil && ContentCoding.available.contains(.gzip)))
    func decoders() async throws { try await run("decoders") }

    @Test("a connection that the server has closed, and that nothing waits for, is not watched any more")
    func watches() throws {
      let wakeup = rq_eventfd_create()
      var ends: [Int32] = [0, 0]
      try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
      let connection = ends[0]
      defer { for descriptor in [wakeup, connection] { close(descriptor) } }
      let poller = try #require(CurlPoller(wakeup: wakeup))
      poller.connected(connection)
      for wanted in [Int32(RQ_POLL_READ), 0] { #expect(poller.want(wanted, on: connection) == 0) }
      #expect(EngineTest.isWatched(connection))
      close(ends[1])
      poller.wait(milliseconds: 0) { descriptor, _ in Issue.record("\(descriptor) is ready") }
      #expect(!EngineTest.isWatched(connection))
    }
  }
#endif
