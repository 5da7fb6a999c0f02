#if os(Linux)
  import TestSupport
  import Testing

  @testable import CurlEngine
  @testable import Requisite

  @Suite("CurlTransport: fields that servers insist on", .timeLimit(.minutes(1)))
  struct CurlFieldsTests {
    private func userAgent(_ change: (inout TransportRequest) -> Void) async throws -> String? {
      let server = try FaultServer.answering(body: "ok")
      defer { server.stop() }
      var request = CurlTest.request(server.url())
      change(&request)
      _ = try await NetworkDispatcher(transport: CurlTest.transport).send(request)
      return try #require(server.received.first).header("User-Agent")
    }

    @Test(
      "the User-Agent has the program and the library, unless an option or a field replaces it",
      .feature("F42"))
    func userAgents() async throws {
      let name = try #require(try await userAgent { _ in })
      #expect(name.hasSuffix(" Requisite/\(LibraryVersion.text)") && name.split(separator: " ").count == 2)
      #expect(try await userAgent { $0.options.userAgent = "App/1" } == "App/1")
      #expect(try await userAgent { $0.headers = ["User-Agent": "Mine/2"] } == "Mine/2")
      #expect(
        try await userAgent {
          $0.headers = ["User-Agent": "Mine/2"]; $0.options.userAgent = "App/1"
        } == "Mine/2")
      #expect(try await userAgent { $0.headers = ["User-Agent": ""] } == nil)
      #expect(try await userAgent { $0.options.userAgent = "" } == nil)
      #expect(try await userAgent { $0.headers = ["Accept-Encoding": "gzip"] } == name)
    }

    @Test("an option that would add a field is refused", .feature("F42"))
    func hostileUserAgent() async throws {
      await #expect(throws: NetworkRequestError.self) {
        try await userAgent { $0.options.userAgent = "a\r\nX-Evil: 1" }
      }
    }

    @Test(
      "after a 417, a request with an Expect of its own is sent again without it (RFC 9110 §10.1.1)",
      .feature("F42"))
    func expectation() async throws {
      let server = try FaultServer { connection in
        while true {
          let request = try connection.readRequest()
          try connection.send(
            request.header("Expect") == nil
              ? HTTPMessage.response(body: "ok")
              : HTTPMessage.response(status: "417 Expectation Failed", body: "no"))
        }
      }
      defer { server.stop() }
      for value in ["100-continue", "x-other"] {
        var request = CurlTest.request(server.url(), method: .post, body: .data(Data("text".utf8)))
        request.headers = ["Expect": value]
        #expect(try await CurlTest.transport.send(request).text == "ok", "\(value)")
      }
      var get = CurlTest.request(server.url())
      get.headers = ["Expect": "x-other"]
      #expect(try await CurlTest.transport.send(get).text == "ok")
      let bodies = server.received.filter { $0.requestLine.hasPrefix("POST") && $0.header("Expect") == nil }
        .map(\.body)
      #expect(bodies.allSatisfy { $0 == Data("text".utf8) })
    }

    @Test("a file that shrinks while it is sent is an error with its request", .feature("F42"))
    func shrinkingFile() async throws {
      let server = try FaultServer.answering(body: "ok")
      defer { server.stop() }
      let folder = try TemporaryFolder()
      let file = folder.url.appending(path: "body")
      for (announced, real) in [(1 << 20, 10), (10, 1 << 20)] {
        try Data(count: announced).write(to: file)
        var request = CurlTest.request(server.url(), method: .post, body: .file(file))
        request.body = try request.body.checked()
        try Data(count: real).write(to: file)
        let error = await #expect(throws: NetworkRequestError.self) {
          try await CurlTest.transport.send(request)
        }
        #expect(error?.request?.url == server.url(), "\(String(describing: error))")
        #expect(error?.code == .requestBodyStreamExhausted)
      }
    }

    @Test(
      "a coding that is none fails a success, with the remedy that works, and no error", .feature("F42"),
      arguments: ["utf-8", "none", "aws-chunked"])
    func codings(coding: String) async throws {
      func server(_ status: String) throws -> FaultServer {
        try .answering(
          HTTPMessage.response(
            status: status, body: "what went wrong", headers: ["Content-Encoding: \(coding)"]))
      }
      let (good, bad) = (try server("200 OK"), try server("404 Not Found"))
      defer { good.stop() }
      defer { bad.stop() }
      let error = await #expect(throws: NetworkRequestError.self) {
        try await CurlTest.transport.send(CurlTest.request(good.url()))
      }
      #expect(error?.description.contains("to “identity”") == true)
      var request = CurlTest.request(good.url())
      request.headers = ["Accept-Encoding": "identity"]
      #expect(try await CurlTest.transport.send(request).text == "what went wrong")
      #expect(good.received.last?.header("Accept-Encoding") == "identity")
      let missing = try await CurlTest.transport.send(CurlTest.request(bad.url()))
      #expect(missing.status == 404 && missing.text == "what went wrong")
    }

    @Test("a Location with a comma is one URL", .feature("F42"))
    func location() async throws {
      let server = try FaultServer { connection in
        while true {
          let line = try connection.readRequest().requestLine
          try connection.send(
            line.contains("/from")
              ? HTTPMessage.response(
                status: "302 Found", body: "", headers: ["Location: /echo/Report, final.pdf"])
              : HTTPMessage.response(body: line))
        }
      }
      defer { server.stop() }
      let text = try await CurlTest.transport.send(CurlTest.request(server.url("/from"))).text
      #expect(text == "GET /echo/Report,%20final.pdf HTTP/1.1")
    }

    @Test("a status that means nil is nil although its body is cut", .feature("F42"))
    func cutAbsence() async throws {
      let server = try FaultServer { connection in
        try connection.readRequest()
        try connection.send("HTTP/1.1 404 Not Found\r\nContent-Length: 10\r\n\r\ncut")
      }
      defer { server.stop() }
      let client = APIClient(baseURL: server.url(""), transport: CurlTest.transport)
      let options = RequestOptions().with(\.nilStatuses, [404])
      #expect(try await client.dispatch(Fetch<Todo?>(options: options)) == nil)
    }
  }
#endif
