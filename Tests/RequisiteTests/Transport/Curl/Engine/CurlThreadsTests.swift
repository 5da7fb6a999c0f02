#if os(Linux)
  import TestSupport
  import Testing

  @testable import CurlEngine
  @testable import Requisite

  @Suite("CurlTransport: the number of threads", .timeLimit(.minutes(3)))
  struct CurlThreadsTests {
    @Test("a transport has one loop by default, and as many as are set", arguments: [1, 2, 64])
    func loops(_ count: Int) {
      #expect(CurlTest.fresh().loops.sessions.count == 1)
      let transport = CurlTest.fresh { $0.threads = count }
      #expect(transport.loops.sessions.count == count)
      #expect(transport.loops.sessions.map(\.settings.connections).reduce(0, +) == 256)
    }

    private static let badCounts: [(String, @Sendable (inout CurlTransport.Configuration) -> Void)] = [
      ("threads is 0", { $0.threads = 0 }),
      ("threads is -1", { $0.threads = -1 }),
      ("threads is 65", { $0.threads = 65 }),
      ("threads is \(Int.max)", { $0.threads = .max }),
      ("connections is 3", { ($0.threads, $0.connections) = (4, 3) }),
      ("connections is 0", { $0.connections = 0 }),
      ("connectionsPerHost is 0", { $0.connectionsPerHost = 0 }),
    ]

    @Test(
      "an invalid number of threads is an error of each call, and starts no thread",
      arguments: badCounts.indices)
    func badCount(_ index: Int) async throws {
      let (words, change) = Self.badCounts[index]
      let server = try FaultServer.answering(body: "a")
      defer { server.stop() }
      let transport = CurlTest.fresh(change)
      let error = await #expect(throws: NetworkRequestError.self) {
        try await transport.send(CurlTest.request(server.url()))
      }
      guard case .invalidRequest(let problem) = try #require(error) else {
        Issue.record("another error")
        return
      }
      #expect(problem.part == .options && problem.reason.contains(words))
      #expect(server.connectionCount == 0 && transport.loops.sessions.allSatisfy { $0.problem != nil })
      await transport.shutDown()
    }

    @Test("the process has as many threads for transfers as are set")
    func threads() throws {
      let process = try ChildProcess(
        test: "CurlThreadsProbe", environment: ["REQUISITE_CURL_THREADS": "1", "NO_COLOR": "1"],
        reading: .both)
      let end = process.end()
      #expect(end.status == 0 && end.text.contains("with 1 test"), "\(end.text)")
    }
  }

  /// Runs in a process of its own, where no other test makes a transport.
  @Suite(
    "The process that counts its threads",
    .enabled(if: ProcessInfo.processInfo.environment["REQUISITE_CURL_THREADS"] != nil),
    .timeLimit(.minutes(3)))
  struct CurlThreadsProbe {
    @Test("counts them")
    func counts() async throws {
      let server = try FaultServer.answering(body: "a")
      defer { server.stop() }
      for count in [1, 4] {
        let transport = CurlTest.fresh { $0.threads = count }
        _ = try await transport.send(CurlTest.request(server.url()))
        // A thread that was started bears its name a little later.
        let areStarted = try await until { try Self.threads >= count }
        #expect(areStarted)
        let threads = try Self.threads
        #expect(threads == count)
        await transport.shutDown()
        let haveEnded = try await until { try Self.threads == 0 }
        #expect(haveEnded)
      }
    }

    private static var threads: Int {
      get throws {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count { id in
          let name = try? String(contentsOfFile: "/proc/self/task/\(id)/comm", encoding: .utf8)
          return name == "requisite.curl\n"
        }
      }
    }
  }
#endif
