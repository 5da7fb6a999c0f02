#if os(Linux)
  import Requisite
  import TestSupport
  import Testing

  /// Cancellation in every state of a transfer. `REQUISITE_CANCELLATION_ROUNDS` makes the races many.
  @Suite("CurlTransport: cancellation", .timeLimit(.minutes(5)))
  struct CurlCancellationTests {
    private func expectCancelled(
      _ request: TransportRequest, by transport: CurlTransport = CurlTest.transport,
      when isReady: @escaping @Sendable () -> Bool
    ) async throws {
      let task = Task { try await transport.send(request) }
      #expect(await until { isReady() })
      task.cancel()
      let result = await task.result
      #expect(throws: NetworkRequestError.cancelled(request)) { try result.get() }
    }

    @Test("a task that is cancelled already sends nothing")
    func before() async throws {
      let server = try FaultServer.answering(body: "")
      defer { server.stop() }
      let request = CurlTest.request(server.url())
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await CurlTest.transport.send(request)
      }
      await #expect(throws: NetworkRequestError.cancelled(request)) { try await task.value }
      #expect(server.received.isEmpty)
    }

    @Test("while it waits for a connection")
    func queued() async throws {
      let server = try FaultServer.silent()
      defer { server.stop() }
      let transport = CurlTest.fresh { $0.connectionsPerHost = 1 }
      let first = Task { try await transport.send(CurlTest.request(server.url())) }
      #expect(await until { !server.received.isEmpty })
      try await expectCancelled(CurlTest.request(server.url()), by: transport) { true }
      first.cancel()
      _ = await first.result
      #expect(server.received.count == 1)
    }

    @Test("while it waits for the response, which closes the connection")
    func waiting() async throws {
      let server = try FaultServer.silent()
      defer { server.stop() }
      try await expectCancelled(CurlTest.request(server.url())) { !server.received.isEmpty }
      #expect(await until { server.openConnectionCount == 0 })
    }

    @Test("while the body arrives")
    func receiving() async throws {
      let sent = Counter()
      let server = try FaultServer { connection in
        try connection.readRequest()
        try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nhello")
        sent.add()
        connection.waitUntilClosed()
      }
      defer { server.stop() }
      try await expectCancelled(CurlTest.request(server.url())) { sent.value > 0 }
    }

    @Test("while the body is sent, which cancels its producer")
    func sending() async throws {
      let server = try FaultServer.silent(readsBody: false)
      defer { server.stop() }
      let cancelled = Counter()
      let stream = ByteStream { () async throws(NetworkRequestError) in
        do { try await Task.sleep(for: .seconds(30)) } catch {
          cancelled.add()
          throw .cancelled(nil)
        }
        return nil
      }
      let request = CurlTest.request(server.url(), method: .post, body: .stream(BodyStream(stream)))
      try await expectCancelled(request) { !server.received.isEmpty }
      #expect(await until { cancelled.value > 0 })
    }

    @Test("while the stream of the response is read, and while it is paused", arguments: [true, false])
    func streaming(_ isPaused: Bool) async throws {
      let server = try FaultServer { connection in
        try connection.readRequest()
        try connection.send(HTTPMessage.chunkedHead() + HTTPMessage.chunk("hello"))
        while isPaused { try connection.send(HTTPMessage.chunk(String(repeating: "x", count: 100_000))) }
        connection.waitUntilClosed()
      }
      defer { server.stop() }
      let request = CurlTest.request(server.url(), delivery: .streamed)
      let reading = Counter()
      let task = Task { () throws(NetworkRequestError) -> Int in
        let response = try await CurlTest.transport.send(request)
        guard var chunks = response.stream?.makeAsyncIterator() else { return 0 }
        var count = 0
        while let chunk = try await chunks.next() {
          count += chunk.count
          reading.add()
          while isPaused, !Task.isCancelled { await Task.yield() }
        }
        return count
      }
      #expect(await until { reading.value > 0 })
      task.cancel()
      await #expect(throws: NetworkRequestError.cancelled(request)) { try await task.value }
      #expect(await until { server.openConnectionCount == 0 })
    }

    enum Race: String, CaseIterable, Sendable {
      case plain, redirecting, streaming, uploading
    }

    @Test(
      "cancelled at a random moment, each call ends exactly once and nothing is lost",
      arguments: Race.allCases)
    func races(_ race: Race) async throws {
      let server = try FaultServer { connection in
        while true {
          let request = try connection.readRequest()
          if request.target == "/redirect" {
            try connection.send(HTTPMessage.response(status: "302 Found", body: "", headers: ["Location: /"]))
          } else if request.target == "/stream" {
            try connection.send(HTTPMessage.chunkedHead())
            for _ in 0..<8 { try connection.send(HTTPMessage.chunk(String(repeating: "x", count: 20_000))) }
            try connection.send("0\r\n\r\n")
          } else {
            try connection.send(HTTPMessage.response(body: "hello"))
          }
        }
      }
      defer { server.stop() }
      let transport = CurlTest.fresh()
      let rounds = CurlTest.rounds("REQUISITE_CANCELLATION_ROUNDS", default: 400)
      let (ended, cancelled) = (Counter(), Counter())
      await withTaskGroup(of: Void.self) { group in
        for worker in 0..<8 {
          group.addTask {
            for round in 0..<(rounds / 8) {
              let task = Task { try await Self.call(race, transport, server) }
              // From before the start to after the end of most calls.
              let moment = ContinuousClock.now + .microseconds((round * 37 + worker * 11) % 600)
              while ContinuousClock.now < moment { await Task.yield() }
              task.cancel()
              switch await task.result {
              case .success(let count): #expect(count > 0)
              case .failure(let error):
                cancelled.add()
                #expect((error as? NetworkRequestError)?.kind == .cancelled, "\(error)")
              }
              ended.add()
            }
          }
        }
      }
      #expect(ended.value == rounds / 8 * 8)
      #expect(cancelled.value > 0)
      // The transport keeps working, and shuts down without leaving a descriptor open.
      #expect(try await Self.call(race, transport, server) > 0)
      await transport.shutDown()
      #expect(await until { server.openConnectionCount == 0 })
    }

    private static func call(_ race: Race, _ transport: CurlTransport, _ server: FaultServer) async throws
      -> Int
    {
      switch race {
      case .plain: return try await transport.send(CurlTest.request(server.url())).data.count
      case .redirecting: return try await transport.send(CurlTest.request(server.url("/redirect"))).data.count
      case .streaming:
        let request = CurlTest.request(server.url("/stream"), delivery: .streamed)
        return try await transport.send(request).stream?.collected(upTo: .max).count ?? 0
      case .uploading:
        let left = Counter()
        let stream = ByteStream { () async throws(NetworkRequestError) in
          left.add() <= 4 ? Data(repeating: 1, count: 30_000) : nil
        }
        let request = CurlTest.request(server.url(), method: .post, body: .stream(BodyStream(stream)))
        return try await transport.send(request).data.count
      }
    }
  }
#endif
