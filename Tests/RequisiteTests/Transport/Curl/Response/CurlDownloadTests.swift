#if os(Linux)
  import Requisite
  import TestSupport
  import Testing

  @Suite("CurlTransport: responses in a file, by a client", .timeLimit(.minutes(3)))
  struct CurlDownloadTests {
    private func client(_ server: FaultServer) -> APIClient {
      APIClient(baseURL: server.url(""), transport: CurlTest.transport)
    }

    @Test("a file after a redirect has the head of its response and a safe name")
    func downloads() async throws {
      let folder = try TemporaryFolder()
      let server = try FaultServer { connection in
        while true {
          let isFirst = try connection.readRequest().target == "/first"
          try connection.send(
            isFirst
              ? HTTPMessage.response(status: "302 Found", body: "", headers: ["Location: /second"])
              : HTTPMessage.response(
                body: "hello",
                headers: ["Content-Disposition: attachment; filename*=UTF-8''..%2F%C3%BC.txt"]))
        }
      }
      defer { server.stop() }
      let place = folder.url.appendingPathComponent("response")
      let file = try await client(server).download(
        Endpoint<DownloadedFile>.get("/first"), to: place, retrying: nil)
      #expect(file.url == place && file.byteCount == 5)
      #expect(file.suggestedFileName == "ü.txt")
      #expect(file.response.url.path == "/second")
      #expect(try folder.contents() == ["response"])
    }

    @Test("responses without a body make an empty file", arguments: ["204 No Content", "200 OK"])
    func empty(status: String) async throws {
      let server = try FaultServer.answering(
        status.hasPrefix("204")
          ? Data("HTTP/1.1 204 No Content\r\n\r\n".utf8)
          : HTTPMessage.response(status: status, body: ""))
      defer { server.stop() }
      let file = try await client(server).dispatch(Endpoint<DownloadedFile>.get("/"))
      #expect(file.byteCount == 0)
      #expect(FileManager.default.fileExists(atPath: file.url.path))
      try await file.remove()
    }

    @Test("an error status and a lost connection leave no file, and the body of the error is limited")
    func failures() async throws {
      let folder = try TemporaryFolder()
      let place = folder.url.appendingPathComponent("response")
      let page = String(repeating: "x", count: 3 << 20)
      let failing = try FaultServer.answering(HTTPMessage.response(status: "500 No", body: page))
      defer { failing.stop() }
      let error = await #expect(throws: NetworkRequestError.self) {
        try await client(failing).download(Endpoint<DownloadedFile>.get("/"), to: place, retrying: nil)
      }
      #expect(error?.kind == .serverError)
      let kept = try #require(error?.response?.data.count)
      #expect(kept > 0 && kept <= page.utf8.count)
      #expect(try folder.contents().isEmpty)

      let losing = try FaultServer { connection in
        try connection.readRequest()
        try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
      }
      defer { losing.stop() }
      let lost = await #expect(throws: NetworkRequestError.self) {
        try await client(losing).download(Endpoint<DownloadedFile>.get("/"), to: place, retrying: nil)
      }
      #expect(lost?.code == .networkConnectionLost)
      #expect(try folder.contents().isEmpty)
    }
  }
#endif
