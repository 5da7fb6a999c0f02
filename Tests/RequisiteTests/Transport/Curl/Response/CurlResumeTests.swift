#if os(Linux)
  import RequisiteTesting
  import TestSupport
  import Testing

  @testable import Requisite

  @Suite("CurlTransport: a download that is interrupted", .timeLimit(.minutes(3)))
  struct CurlResumeTests {
    @Test("the rest arrives over another connection, uncompressed, and is appended")
    func resumes() async throws {
      let folder = try TemporaryFolder()
      let body = String((0..<200_000).map { Character(Unicode.Scalar(UInt8(97 + $0 % 26))) })
      let server = try FaultServer { connection in
        let lines = try connection.readRequest().lines.map { $0.lowercased() }
        let range = lines.first { $0.hasPrefix("range: bytes=") }?.dropFirst(13).dropLast()
        guard let start = range.flatMap({ Int($0) }) else {
          try connection.send("HTTP/1.1 200 OK\r\nETag: \"1\"\r\nContent-Length: \(body.utf8.count)\r\n\r\n")
          return try connection.send(String(body.prefix(70_001)))  // and closes
        }
        let rest = String(body.dropFirst(start))
        let field = "Content-Range: bytes \(start)-\(body.utf8.count - 1)/\(body.utf8.count)"
        try connection.send(
          HTTPMessage.response(status: "206 Partial Content", body: rest, headers: ["ETag: \"1\"", field]))
      }
      defer { server.stop() }
      let clock = TestClock()
      let client = APIClient(
        baseURL: server.url(""),
        networkDispatcher: NetworkDispatcher(transport: CurlTest.transport, clock: CallClock(clock)))
      let place = folder.url.appendingPathComponent("file.bin")
      let file = try await clock.run {
        try await client.download(Endpoint<DownloadedFile>.get("/"), to: place)
      }
      #expect(try Data(contentsOf: file.url) == Data(body.utf8))
      #expect(file.byteCount == 200_000 && file.response.status == 206)
      #expect(try folder.contents() == ["file.bin"])
      let fields = server.received.map { $0.lines.map { $0.lowercased() } }
      #expect(fields.count == 2)
      #expect(fields.allSatisfy { $0.contains("accept-encoding: identity") })
      #expect(fields.last?.contains("if-range: \"1\"") == true)
    }
  }
#endif
