#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import Requisite

  @Suite("Uploads", .timeLimit(.minutes(3)))
  struct UploadTests {
    private static let stacks: [(name: String, transport: any Transport)] = [
      ("plain", CurlTest.transport), ("compressed", CurlTest.transport.compressed()),
    ]

    @Test("an upload from a file reports its progress, up to the last byte that is sent", .feature("F19"))
    func progress() async throws {
      let folder = try TemporaryFolder()
      let text = Data((1...30_000).map { "line \($0) of a log\n" }.joined().utf8)
      let file = try folder.file("log", text)
      let server = try FaultServer.answering(body: "ok")
      defer { server.stop() }
      for (name, transport) in Self.stacks {
        let reports = Locked<[TransferProgress]>([])
        var request = CurlTest.request(server.url(), method: .put, body: try HTTPBody.file(file).checked())
        request.options.onProgress = { report in reports.withLock { $0.append(report) } }
        #expect(try await transport.send(request).status == 200)
        let (received, last) = (try #require(server.received.last), try #require(reports.withLock(\.last)))
        #expect(last.bytesSent >= Int64(received.body.count), "\(name)")
        #expect(last.bytesToSend == (name == "plain" ? Int64(text.count) : nil))
        #expect(received.header("Content-Encoding") == (name == "plain" ? nil : "gzip"))
      }
    }

    @Test("a file that has bytes although its size is 0 is an error, and can be sent as a stream")
    func unknownSize() async throws {
      let file = URL(fileURLWithPath: "/proc/self/status")
      let form: MultipartForm = [.file("f", file)]
      for build in [{ try HTTPBody.file(file).checked() }, { try form.httpBody(as: nil, with: .standard) }] {
        let error = #expect(throws: NetworkRequestError.self) { try build() }
        #expect(error?.kind == .invalidRequest && error?.description.contains("/proc/self/status") == true)
      }
      let server = try FaultServer.answering(body: "ok")
      defer { server.stop() }
      let request = CurlTest.request(server.url(), method: .put, body: .stream(BodyStream(.file(file))))
      #expect(try await CurlTest.transport.send(request).status == 200)
      #expect(server.received.last?.text.contains("Pid:") == true)
    }

    @Test("an upload from a stream reports its progress as well", .feature("F19"))
    func streamProgress() async throws {
      let server = try FaultServer.answering(body: "ok")
      defer { server.stop() }
      let text = Data(repeating: 0x61, count: 500_000)
      for length in [Int64(text.count), nil] {
        let reports = Locked<[TransferProgress]>([])
        let stream = BodyStream(length: length, ByteStream(text))
        var request = CurlTest.request(server.url(), method: .put, body: .stream(stream))
        request.options.onProgress = { report in reports.withLock { $0.append(report) } }
        #expect(try await CurlTest.transport.send(request).status == 200)
        let last = try #require(reports.withLock(\.last))
        #expect(last.bytesSent >= Int64(text.count) && last.bytesToSend == length)
        #expect(server.received.last?.body == text)
      }
    }

    @Test("an upload from a file ends with its task, and its connection is closed", .feature("F19"))
    func fileCancellation() async throws {
      let folder = try TemporaryFolder()
      let file = try folder.file("big", Data(count: 16 << 20))
      let server = try FaultServer.silent(readsBody: false)
      defer { server.stop() }
      let request = CurlTest.request(server.url(), method: .put, body: try HTTPBody.file(file).checked())
      let task = Task { try await CurlTest.transport.send(request) }
      #expect(await until { server.openConnectionCount == 1 })
      task.cancel()
      let error = await #expect(throws: NetworkRequestError.self) { try await task.value }
      #expect(error?.kind == .cancelled)
      #expect(await until { server.openConnectionCount == 0 })
    }

    @Test("an upload from a stream ends with its task, and its connection is closed", .feature("F19"))
    func cancellation() async throws {
      let server = try FaultServer.silent(readsBody: false)
      defer { server.stop() }
      for (_, transport) in Self.stacks {
        let pulled = Counter()
        let noise = ByteStream { () async throws(NetworkRequestError) in
          var random = SeededGenerator(seed: UInt64(pulled.add()))
          return Data(random.bytes(8_000...8_000))
        }
        let request = CurlTest.request(server.url(), method: .post, body: .stream(BodyStream(noise)))
        let task = Task { try await transport.send(request) }
        #expect(await until { pulled.value > 20 })
        task.cancel()
        let error = await #expect(throws: NetworkRequestError.self) { try await task.value }
        #expect(error?.kind == .cancelled)
        #expect(await until { server.openConnectionCount == 0 })
      }
    }
  }
#endif
