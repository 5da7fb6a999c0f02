#if os(Linux)
  import TestSupport
  import Testing

  @testable import CurlEngine
  @testable import Requisite

  @Suite("CurlTransport: several threads", .timeLimit(.minutes(3)))
  struct CurlLoopsTests {
    /// A server that answers after 5 ms, so that calls made at once need several connections.
    private static func server() throws -> FaultServer { try FaultServer.answering(body: "a", after: 0.005) }

    private func call(_ servers: [FaultServer], times: Int, _ transport: CurlTransport) async throws {
      try await withThrowingTaskGroup(of: Int.self) { group in
        for server in servers {
          for _ in 0..<times {
            group.addTask { try await transport.send(CurlTest.request(server.url())).status }
          }
        }
        for try await status in group { #expect(status == 200) }
      }
    }

    @Test("all calls of an origin run on one loop and share a connection")
    func oneOrigin() async throws {
      let server = try Self.server()
      defer { server.stop() }
      let transport = CurlTest.fresh { $0.threads = 4 }
      for number in 0..<20 {
        let url = server.url("/\(number)")
        #expect(try await transport.send(CurlTest.request(url)).status == 200)
      }
      #expect(server.connectionCount == 1)
      let spellings = [
        "http://example.com", "HTTP://user:pass@Example.COM:80/a?b#c", "http://example.com:80/",
      ]
      let engines = try spellings.map { transport.loops.session(for: try #require(URL(string: $0))) }
      #expect(engines.allSatisfy { $0 === engines[0] })
    }

    @Test("origins are spread evenly, and each keeps its loop")
    func roundRobin() throws {
      let transport = CurlTest.fresh { $0.threads = 3 }
      let urls = try (0..<9).map { try #require(URL(string: "http://127.0.0.1:\(8000 + $0)/")) }
      let engines = urls.map { transport.loops.session(for: $0) }
      for engine in transport.loops.sessions { #expect(engines.count { $0 === engine } == 3) }
      #expect(zip(urls, engines).allSatisfy { transport.loops.session(for: $0) === $1 })
    }

    @Test("more origins than fit into the table are spread too, and each keeps its loop")
    func manyOrigins() async throws {
      let assignment = CurlLoopAssignment(loops: 4)
      let origins = try (1...5000).map { Origin(try #require(URL(string: "http://127.0.0.1:\($0)/"))) }
      let answers = await withTaskGroup(of: [Int].self) { group in
        for _ in 0..<4 { group.addTask { origins.map { assignment.loop(of: $0) } } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(answers.allSatisfy { $0 == answers[0] })
      for loop in 0..<4 { #expect(answers[0].count { $0 == loop } > 1000) }
      #expect(answers[0].allSatisfy { (0..<4).contains($0) })
    }

    @Test("the table has 1,024 origins, and those beyond it are spread by their hash")
    func fullTable() throws {
      let assignment = CurlLoopAssignment(loops: 4)
      let origins = try (1...2048).map { Origin(try #require(URL(string: "http://127.0.0.1:\($0)/"))) }
      let loops = origins.map { assignment.loop(of: $0) }
      #expect(Array(loops.prefix(1024)) == (0..<1024).map { $0 % 4 })
      #expect(
        loops.dropFirst(1024).elementsEqual(
          origins.dropFirst(1024).map { Int(UInt(bitPattern: $0.hashValue) % 4) }))
    }

    @Test("the limit for each host holds with several threads")
    func hostLimit() async throws {
      let servers = [try Self.server(), try Self.server()]
      defer { servers.forEach { $0.stop() } }
      let transport = CurlTest.fresh {
        $0.threads = 2
        $0.connectionsPerHost = 2
      }
      try await call(servers, times: 10, transport)
      #expect(servers.map(\.connectionCount) == [2, 2])
    }

    @Test("the limit of all connections is divided among the threads, and calls beyond it wait")
    func sharedLimit() async throws {
      let servers = [try Self.server(), try Self.server()]
      defer { servers.forEach { $0.stop() } }
      let transport = CurlTest.fresh {
        $0.threads = 2
        $0.connections = 3
      }
      #expect(transport.loops.sessions.map(\.settings.connections) == [2, 1])
      for server in servers { _ = transport.loops.session(for: server.url()) }
      try await call(servers, times: 10, transport)
      #expect(servers.map(\.connectionCount) == [2, 1])
    }

    @Test(
      "shutting down a transport ends all of its loops, with or without their transfers",
      arguments: [false, true])
    func shutDown(_ cancelling: Bool) async throws {
      let mayAnswer = Counter()
      let servers = try (0..<3).map { _ in
        try FaultServer { connection in
          try connection.readRequest()
          while mayAnswer.value == 0 { connection.pause(0.001) }
          try connection.send(HTTPMessage.response(body: "a"))
          connection.waitUntilClosed()
        }
      }
      defer { servers.forEach { $0.stop() } }
      let transport = CurlTest.fresh { $0.threads = 3 }
      let calls = servers.map { server in
        Task { try await transport.send(CurlTest.request(server.url())).status }
      }
      for server in servers { #expect(await until { !server.received.isEmpty }) }
      let end = Task { await transport.shutDown(cancelling: cancelling) }
      if !cancelling { mayAnswer.add() }
      for call in calls {
        switch await call.result {
        case .success(let status): #expect(!cancelling && status == 200)
        case .failure(let error):
          #expect(cancelling && (error as? NetworkRequestError)?.code == .resourceUnavailable)
        }
      }
      await end.value
      for server in servers {
        let error = await #expect(throws: NetworkRequestError.self) {
          try await transport.send(CurlTest.request(server.url()))
        }
        #expect(error?.code == .resourceUnavailable)
        mayAnswer.add()
        #expect(await until { server.openConnectionCount == 0 })
      }
    }

    @Test("a transport that is no longer referenced closes the connections of all loops")
    func released() async throws {
      let servers = [try Self.server(), try Self.server()]
      defer { servers.forEach { $0.stop() } }
      try await call(servers, times: 2, CurlTest.fresh { $0.threads = 2 })
      for server in servers {
        #expect(await until { server.openConnectionCount == 0 })
      }
    }
  }
#endif
