#if os(Linux)
  import Requisite
  import TestSupport
  import Testing

  @Suite("CurlTransport: requests that are refused", .timeLimit(.minutes(3)))
  struct CurlRequestTests {
    @Test(
      "schemes other than http and https, and URLs with only a scheme, are refused",
      arguments: ["ftp://127.0.0.1/", "file:///etc/passwd", "gopher://127.0.0.1/", "https://", "HTTP://"])
    func schemes(_ text: String) async throws {
      let url = try #require(URL(string: text))
      let error = await #expect(throws: NetworkRequestError.self) {
        try await CurlTest.transport.send(CurlTest.request(url))
      }
      #expect(error?.kind == .invalidRequest)
    }

    @Test(
      "a field whose value is empty, or only blanks, is sent with an empty value",
      arguments: ["", " ", " \t "])
    func blank(_ value: String) async throws {
      let server = try FaultServer.answering(body: "")
      defer { server.stop() }
      var request = CurlTest.request(server.url())
      request.headers = [HTTPHeader("X-A", value), HTTPHeader("X-B", "b")]
      _ = try await CurlTest.transport.send(request)
      let received = try #require(server.received.first)
      #expect(received.header("X-A") == "" && received.header("X-B") == "b")
    }

    @Test(
      "a header field that would become two is refused, and nothing is sent",
      arguments: ["a\r\nX-B: c", "a\nb", "a\0b"])
    func injection(_ value: String) async throws {
      let server = try FaultServer.answering(body: "")
      defer { server.stop() }
      var request = CurlTest.request(server.url())
      request.headers = [HTTPHeader("X-A", value)]
      let error = await #expect(throws: NetworkRequestError.self) {
        try await CurlTest.transport.send(request)
      }
      #expect(error?.kind == .invalidRequest)
      #expect(server.received.isEmpty)
    }
  }
#endif
