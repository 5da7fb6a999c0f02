#if os(Linux)
  import CRequisiteCurl
  import TestSupport
  import Testing

  @testable import CurlEngine

  @Suite("A session makes transfers, without any other part of the library", .timeLimit(.minutes(1)))
  struct CurlSessionTests {
    private static let reply = HTTPMessage.response(body: "hello", headers: ["X-A: 1", "X-B: 2"])

    @Test("a response in memory: status, fields, body and times")
    func buffered() async throws {
      let server = try FaultServer.answering(Self.reply)
      defer { server.stop() }
      let session = CurlSession(CurlSettings())
      let request = try EngineTest.request(
        server.url().absoluteString, fields: [("X-C", "3"), ("X-Empty", "")], in: session)
      let transfer = CurlTransfer(request)
      let problem = await session.perform(transfer)
      #expect(problem == nil && transfer.takeBack())
      #expect(transfer.status == 200)
      #expect(transfer.fields.values(ofName: "x-a") == ["1"])
      #expect(String(decoding: transfer.takeBody(), as: UTF8.self) == "hello")
      #expect(transfer.timings.httpVersion == "HTTP/1.1" && !transfer.timings.reusedConnection)
      let received = try #require(server.received.first)
      #expect(received.header("X-C") == "3" && received.header("X-Empty") == "")
      await session.shutDown(cancelling: false)
      let late = CurlTransfer(request)
      guard case .shutDown = await session.perform(late) else {
        Issue.record("no problem")
        return
      }
    }

    @Test(
      "a response that cannot have a body is whole without close_notify",
      .enabled(if: Certificates.isAvailable), arguments: [("HEAD", 200), ("GET", 204), ("GET", 304)])
    func bodiless(method: String, status: Int) async throws {
      let certificates = try Certificates.shared.get()
      let server = try FaultServer(certificates) { connection in
        try connection.readRequest()
        try connection.send("HTTP/1.1 \(status) A\r\n\r\n")
      }
      defer { server.stop() }
      var settings = CurlSettings()
      settings.authorities = .file(certificates.path("ca.pem"))
      let session = CurlSession(settings)
      let transfer = CurlTransfer(
        try EngineTest.request(server.url().absoluteString, method: method, in: session))
      #expect(await session.perform(transfer) == nil)
      #expect(transfer.takeBack() && transfer.status == status)
      await session.shutDown(cancelling: true)
    }

    @Test("a stream is read in chunks, and its end has the trailers")
    func streamed() async throws {
      let server = try FaultServer { connection in
        try connection.readRequest()
        try connection.send(
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX-T: 1\r\n\r\n")
      }
      defer { server.stop() }
      let session = CurlSession(CurlSettings())
      let transfer = CurlTransfer(
        try EngineTest.request(server.url().absoluteString, isStreamed: true, in: session))
      #expect(await session.perform(transfer) == nil)
      #expect(transfer.takeBack())
      let reader = CurlBodyReader(transfer, in: session)
      var body = Data()
      while let chunk = try await reader.next() { body += chunk }
      #expect(body == Data("hello".utf8))
      #expect(transfer.stream?.end?.trailers.values(ofName: "x-t") == ["1"])
    }

    @Test("a stream ends at the limit of its body, and gives nothing to a task that is cancelled")
    func limited() async throws {
      let maySend = DispatchSemaphore(value: 0)
      let server = try FaultServer { connection in
        try connection.readRequest()
        try connection.send(HTTPMessage.chunkedHead() + HTTPMessage.chunk("four"))
        maySend.wait()
        try connection.send(HTTPMessage.chunk("!"))
        connection.waitUntilClosed()
      }
      defer { server.stop() }
      let session = CurlSession(CurlSettings())
      let transfer = CurlTransfer(
        try EngineTest.request(server.url().absoluteString, limit: 4, isStreamed: true, in: session))
      #expect(await session.perform(transfer) == nil)
      #expect(transfer.takeBack())
      let reader = CurlBodyReader(transfer, in: session)
      let cancelled = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await reader.next()
      }
      await #expect(throws: CurlProblem.self) { try await cancelled.value }
      #expect(try await reader.next() == Data("four".utf8))
      maySend.signal()
      do throws(CurlProblem) {
        _ = try await reader.next()
        Issue.record("the stream is larger than its limit")
      } catch {
        guard case .bodyTooLarge(4) = error else {
          Issue.record("\(error)")
          return
        }
      }
    }

    @Test("a reader that waits for a silent server is woken when its task is cancelled")
    func cancelledReader() async throws {
      let server = try FaultServer { connection in
        try connection.readRequest()
        try connection.send(HTTPMessage.chunkedHead())
        connection.waitUntilClosed()
      }
      defer { server.stop() }
      let session = CurlSession(CurlSettings())
      let transfer = CurlTransfer(
        try EngineTest.request(server.url().absoluteString, idle: nil, isStreamed: true, in: session))
      #expect(await session.perform(transfer) == nil)
      #expect(transfer.takeBack())
      let reader = CurlBodyReader(transfer, in: session)
      // Until it waits.
      let task = Task.immediate { try await reader.next() }
      task.cancel()
      let result = try await ending(of: "a reader that was cancelled") { await task.result }
      #expect(throws: CurlProblem.self) { try result.get() }
      await session.shutDown(cancelling: true)
    }

    @Test("a stream whose reader is dropped leaves no connection behind, also without an idle timeout")
    func dropped() async throws {
      let server = try FaultServer { connection in
        try connection.readRequest()
        try connection.send(HTTPMessage.chunkedHead() + HTTPMessage.chunk("hello"))
        connection.waitUntilClosed()
      }
      defer { server.stop() }
      let session = CurlSession(CurlSettings())
      do {
        let transfer = CurlTransfer(
          try EngineTest.request(server.url().absoluteString, idle: nil, isStreamed: true, in: session))
        #expect(await session.perform(transfer) == nil)
        #expect(transfer.takeBack())
        let reader = CurlBodyReader(transfer, in: session)
        #expect(try await reader.next() == Data("hello".utf8))
        withExtendedLifetime(reader) { #expect(server.openConnectionCount == 1) }
      }
      try await ending(of: "the close of the connection") {
        #expect(await until { server.openConnectionCount == 0 })
      }
      // Only now the session goes, which would close the connection itself.
      await session.shutDown(cancelling: true)
    }

    @Test(
      "programs that this process starts do not inherit a connection, which the system finds dead after some time"
    )
    func inherited() async throws {
      let server = try FaultServer.answering(Self.reply)
      defer { server.stop() }
      let session = CurlSession(CurlSettings())
      let transfer = CurlTransfer(try EngineTest.request(server.url().absoluteString, in: session))
      #expect(await session.perform(transfer) == nil)
      let connections = try EngineTest.connections(to: server.port)
      #expect(connections.map { fcntl($0, F_GETFD) } == [FD_CLOEXEC])
      let keepAlive = connections.map { descriptor in
        var (isOn, size) = (Int32(0), socklen_t(4))
        return getsockopt(descriptor, SOL_SOCKET, SO_KEEPALIVE, &isOn, &size) == 0 && isOn != 0
      }
      #expect(keepAlive == [true])
      await session.shutDown(cancelling: false)
    }

    @Test("a path is sent as it is, and no protocol but HTTP is spoken")
    func strict() async throws {
      let server = try FaultServer.answering(Self.reply)
      defer { server.stop() }
      let session = CurlSession(CurlSettings())
      let path = "http://127.0.0.1:\(server.port)/a/../b/./c"
      #expect(await session.perform(CurlTransfer(try EngineTest.request(path, in: session))) == nil)
      #expect(server.received.map(\.target) == ["/a/../b/./c"])
      let file = CurlTransfer(try EngineTest.request("file:///dev/null", in: session))
      guard case .library(.unsupportedProtocol, _) = await session.perform(file) else {
        Issue.record("a file was opened")
        return
      }
    }

    @Test("the error of a body's source crosses as it is")
    func sourceFails() async throws {
      struct Own: Error, Equatable { let number: Int }
      let server = try FaultServer.answering(Self.reply)
      defer { server.stop() }
      let session = CurlSession(CurlSettings())
      let origin = CurlBodyOrigin(isReplayable: true) {
        ScriptedSource([Data("a".utf8)], failure: Own(number: 7))
      }
      let request = try EngineTest.request(
        server.url().absoluteString, method: "POST", body: .source(origin, length: nil),
        in: session)
      guard case .body(let error) = await session.perform(CurlTransfer(request)) else {
        Issue.record("the source's error is lost")
        return
      }
      #expect(error as? Own == Own(number: 7))
    }

    @Test("a task that is cancelled ends its transfer")
    func cancelled() async throws {
      let isRead = DispatchSemaphore(value: 0)
      let server = try FaultServer { connection in
        try connection.readRequest()
        isRead.signal()
        _ = try? connection.readRequest()
      }
      defer { server.stop() }
      let session = CurlSession(CurlSettings())
      let transfer = CurlTransfer(try EngineTest.request(server.url().absoluteString, in: session))
      let task = Task { await session.perform(transfer) }
      await BlockingQueue("test").run { isRead.wait() }
      task.cancel()
      guard case .cancelled = await task.value else {
        Issue.record("not cancelled")
        return
      }
    }

    @Test("header lines with CR, LF or NUL are refused, and so are more lines than were announced")
    func lines() {
      for value in ["a\r", "a\nb", "a\0"] {
        #expect(throws: CurlProblem.self) {
          try CurlHeaderList(lines: 1, bytes: 10) { $0.append("X", value) }
        }
      }
      #expect(throws: CurlProblem.self) {
        try CurlHeaderList(lines: 1, bytes: 4) { list in
          list.append("A", "1")
          list.append("B", "2")
        }
      }
      #expect(throws: CurlProblem.self) { try CurlHeaderList(lines: 2, bytes: 4) { $0.append("A", "1") } }
      #expect(throws: CurlProblem.self) {
        try CurlHeaderList(lines: 1, bytes: 2) { $0.append("A", String(repeating: "1", count: 99)) }
      }
    }

    @Test("libcurl's microseconds are nanoseconds of a transfer, after the time in libcurl's queue")
    func timings() throws {
      let session = CurlSession(CurlSettings(), problem: .shutDown)
      var measured = rq_measurements()
      (measured.queue, measured.name_lookup, measured.connect) = (1, 2, 3)
      (measured.tls, measured.pre_transfer, measured.first_byte, measured.total) = (0, 5, 6, 9)
      let times = CurlTimings(CurlTransfer(try EngineTest.request("http://a/", in: session)), measured)
      let ends = [times.queued, times.nameResolved, times.connected, times.secured, times.requestSent]
      // A phase that was skipped ends with the one before.
      #expect(ends + [times.firstByte, times.lastByte] == [1000, 3000, 4000, 4000, 6000, 7000, 9000])
    }

    @Test("limits take durations of any length")
    func durations() {
      #expect(Duration.seconds(1.7e20).clampedNanoseconds == UInt64(Int64.max))
      #expect(Duration.seconds(-1.7e20).clampedNanoseconds == 0)
    }

    @Test(
      "libcurl gets seconds and milliseconds, at least one of them",
      arguments: [(Duration.zero, 1, 1), (.milliseconds(1999), 1, 1999), (.seconds(60), 60, 60_000)])
    func units(_ duration: Duration, seconds: Int, milliseconds: Int) {
      #expect(duration.clampedSeconds == seconds && duration.clampedMilliseconds == milliseconds)
    }
  }
#endif
