#if os(Linux)
  import RequisiteTesting
  import TestSupport
  import Testing

  @testable import Requisite

  @Suite("CurlTransport: lines, values and events, by a client", .timeLimit(.minutes(3)))
  struct CurlStreamTests {
    private static let patient = RequestOptions(timeout: .seconds(20))

    private func client(_ server: FaultServer, clock: CallClock = .continuous) -> APIClient {
      APIClient(
        baseURL: server.url(""),
        networkDispatcher: NetworkDispatcher(transport: CurlTest.transport, clock: clock))
    }

    private static let head = HTTPMessage.chunkedHead(headers: ["Content-Type: text/event-stream"])

    @Test("a line is available before the next one is sent, and dropping the lines closes the connection")
    func prompt() async throws {
      let server = try FaultServer { connection in
        try connection.readRequest()
        try connection.send(HTTPMessage.chunkedHead() + HTTPMessage.chunk("one\ntw"))
        connection.waitUntilClosed()
      }
      defer { server.stop() }
      do {
        var lines = try await client(server).dispatch(ReadLog(options: Self.patient)).makeAsyncIterator()
        #expect(try await lines.next() == "one")
        #expect(server.openConnectionCount == 1)
      }
      #expect(await until { server.openConnectionCount == 0 })
    }

    @Test("leaving the loop, and cancelling its task, closes the connection", arguments: [true, false])
    func closed(byBreak: Bool) async throws {
      let server = try FaultServer { connection in
        try connection.readRequest()
        try connection.send(HTTPMessage.chunkedHead() + HTTPMessage.chunk("one\ntw"))
        connection.waitUntilClosed()
      }
      defer { server.stop() }
      let client = client(server)
      let (seen, see) = AsyncStream.makeStream(of: String.self)
      let reader = Task {
        for try await line in try await client.dispatch(ReadLog(options: Self.patient)) {
          see.yield(line)
          if byBreak { break }
        }
      }
      for await line in seen {
        #expect(line == "one")
        break
      }
      if !byBreak { reader.cancel() }
      let result = await reader.result
      #expect(throws: Never.self, performing: { if byBreak { try result.get() } })
      if !byBreak {
        let error = #expect(throws: NetworkRequestError.self) { try result.get() }
        #expect(error?.isCancellation == true)
      }
      #expect(await until { server.openConnectionCount == 0 })
    }

    @Test("a lost or silent connection is an error after the lines that arrived")
    func lost() async throws {
      for isSilent in [true, false] {
        let server = try FaultServer { connection in
          try connection.readRequest()
          try connection.send(HTTPMessage.chunkedHead() + HTTPMessage.chunk("one\ntw"))
          if isSilent { connection.waitUntilClosed() }
        }
        defer { server.stop() }
        let options = RequestOptions(timeout: isSilent ? .milliseconds(300) : .seconds(20))
        var lines = try await client(server).dispatch(ReadLog(options: options)).makeAsyncIterator()
        #expect(try await lines.next() == "one")
        let error = await #expect(throws: NetworkRequestError.self) { try await lines.next() }
        #expect(error?.code == (isSilent ? .timedOut : .networkConnectionLost))
        #expect(error?.request?.url.path == "/log")
        #expect(try await lines.next() == nil)
      }
    }

    @Test("a reader that does not read stops the server, with any number of lines")
    func backPressure() async throws {
      let sent = Counter()
      let piece = Data(String(repeating: "a line of some length\n", count: 4_096).utf8)
      let server = try FaultServer { connection in
        try connection.readRequest()
        try connection.send("HTTP/1.1 200 OK\r\n\r\n")
        while true {
          try connection.send(piece)
          sent.add(piece.count)
        }
      }
      defer { server.stop() }
      var lines = try await client(server).dispatch(ReadLog(options: Self.patient)).makeAsyncIterator()
      #expect(try await lines.next() == "a line of some length")
      try await CurlTest.turn(CurlTest.transport)
      #expect(sent.value < 16 << 20, "what the system's buffers and ours hold")
      for _ in 0..<100_000 { #expect(try await lines.next() != nil) }
      #expect(sent.value >= 100_000 * 22 - (16 << 20))
    }

    @Test("events resume after the last one over a new connection, until the server sends 204")
    func events() async throws {
      let server = try FaultServer { connection in
        while true {
          let id = try connection.readRequest().lines.first { $0.lowercased().hasPrefix("last-event-id:") }
          switch id?.split(separator: " ").last {
          case nil:
            try connection.send(Self.head + HTTPMessage.chunk("retry: 10\nid: 1\ndata: a\n\nda"))
            return  // in mid-event
          case "1": try connection.send(Self.head + HTTPMessage.chunk("id: 2\ndata: b\n\n") + "0\r\n\r\n")
          default: try connection.send("HTTP/1.1 204 No Content\r\n\r\n")
          }
        }
      }
      defer { server.stop() }
      let clock = TestClock()
      let source = client(server, clock: CallClock(clock)).events(of: Watch(options: Self.patient))
      let data = try await clock.run { try await source.all().map(\.data) }
      #expect(data == ["a", "b"])
      #expect(server.received.count == 3)
    }

    @Test("values are decoded from lines")
    func values() async throws {
      let server = try FaultServer.answering(body: "{\"id\":1,\"title\":\"a\",\"completed\":true}\n")
      defer { server.stop() }
      let todos = try await client(server).dispatch(Endpoint<JSONLines<Todo>>.get("/todos")).all()
      #expect(todos == [Todo(id: 1, title: "a", completed: true)])
    }

    @Test(
      "a stream that cannot be decoded ends its transfer, though it is not released", .timeLimit(.minutes(1)))
    func undecodable() async throws {
      let server = try FaultServer { connection in
        try connection.readRequest()
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n"
        try connection.send("\(head)5\r\nplain\r\n")
        connection.waitUntilClosed()
      }
      defer { server.stop() }
      let response = try await CurlTest.transport.send(CurlTest.request(server.url(), delivery: .streamed))
      guard case .stream(let stream) = response.body else {
        Issue.record("not a stream")
        return
      }
      await #expect(throws: NetworkRequestError.self) { try await stream.collected(upTo: .max) }
      #expect(await until { server.openConnectionCount == 0 })
      withExtendedLifetime(stream) {}
    }
  }
#endif
