import Requisite
import TestSupport
import Testing

@Suite("URLSessionTransport", .timeLimit(.minutes(3)))
struct URLSessionTransportTests {
  private let transport = URLSessionTransport.shared

  @Test(
    "a request is sent as declared, and the response has status, header fields and body", .feature("C1", "C2")
  )
  func exchange() async throws {
    let server = try FaultServer.answering(body: "hello", headers: ["X-Answer: 42"])
    defer { server.stop() }
    let request = TransportRequest(
      method: .post, url: server.url("/a?b=c"), headers: ["X-Question": "?"], body: .text("ask"))
    let response = try await transport.send(request)
    #expect(response.status == 200)
    #expect(response.headers["x-answer"] == "42")
    #expect(response.bytes == Data("hello".utf8))
    let received = try #require(server.received.first)
    #expect(received.requestLine == "POST /a?b=c HTTP/1.1")
    #expect(received.header("X-Question") == "?")
    #expect(received.text == "ask")
  }

  @Test("the response of a session that adds fields by itself is not kept", .feature("C9"))
  func addedFields() async throws {
    let server = try FaultServer.answering(body: "hello", headers: ["Cache-Control: max-age=60"])
    defer { server.stop() }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.urlCredentialStorage = nil
    let cases: [([String: String]?, CacheDecision.Refusal?)] = [
      (nil, nil), (["X-User": "ann"], .unknownRequest),
    ]
    for (fields, refusal) in cases {
      configuration.httpAdditionalHeaders = fields
      let cached: any Transport = URLSessionTransport(configuration: configuration).cached()
      let response = try await cached.send(TransportRequest(url: server.url("/a")))
      #expect(response.cacheDecision?.refusal == refusal)
    }
  }

  @Test(
    "the length of a body that does not come is not limited",
    arguments: [(HTTPMethod.head, 200), (.get, 304)])
  func announced(method: HTTPMethod, status: Int) async throws {
    let server = try FaultServer.answering("HTTP/1.1 \(status) X\r\nContent-Length: 99999999999\r\n\r\n")
    defer { server.stop() }
    for transport in [URLSessionTransport.shared, DefaultTransport.shared] as [any Transport] {
      let response = try await transport.send(TransportRequest(method: method, url: server.url()))
      #expect(response.status == status)
    }
  }

  @Test("a part is asked for without compression, of which a part could not be decoded")
  func part() async throws {
    let server = try FaultServer.answering(body: "ok")
    defer { server.stop() }
    for transport in [URLSessionTransport.shared, DefaultTransport.shared] as [any Transport] {
      _ = try await transport.send(TransportRequest(url: server.url(), headers: [.range: "bytes=0-"]))
    }
    let sent = server.received.map { $0.header("Accept-Encoding") ?? "identity" }
    #expect(sent == ["identity", "identity"])
  }

  @Test("a 401 with a challenge is a response like any other, body included")
  func challenge() async throws {
    let server = try FaultServer.answering(
      "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 2\r\n\r\nno")
    defer { server.stop() }
    let response = try await transport.send(TransportRequest(url: server.url()))
    #expect(response.status == 401)
    #expect(response.headers[.wwwAuthenticate] == "Basic realm=\"x\"")
    #expect(response.bytes == Data("no".utf8))
  }

  @Test("a 307 sends the body again, to the target of a relative Location")
  func redirectWithBody() async throws {
    let server = try FaultServer { connection in
      while true {
        let request = try connection.readRequest()
        let isFirst = request.requestLine.contains("/first")
        try connection.send(
          isFirst
            ? "HTTP/1.1 307 Temporary Redirect\r\nLocation: second?x=1\r\nContent-Length: 0\r\n\r\n"
            : "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
      }
    }
    defer { server.stop() }
    let request = TransportRequest(method: .post, url: server.url("/way/first"), body: .text("body"))
    let response = try await transport.send(request)
    #expect(response.status == 200)
    #expect(response.url == server.url("/way/second?x=1"))
    #expect(
      server.received.map(\.requestLine) == ["POST /way/first HTTP/1.1", "POST /way/second?x=1 HTTP/1.1"])
    #expect(server.received.map(\.text) == ["body", "body"])
  }

  @Test("a connection that cannot be made is urlSessionFailed")
  func refused() async throws {
    let nobody = try RefusingPort()
    let error = await #expect(throws: NetworkRequestError.self) {
      try await transport.send(TransportRequest(url: nobody.url))
    }
    guard case .urlSessionFailed(let failure) = try #require(error) else {
      Issue.record("another error")
      return
    }
    #expect(failure.code == .cannotConnectToHost)
  }

  @Test("a body in memory that grows past its limit ends the call, announced or not")
  func bodyTooLarge() async throws {
    let body = String(repeating: "x", count: 5_000)
    for head in ["Content-Length: 5000\r\n", "Connection: close\r\n"] {
      let server = try FaultServer { connection in
        try connection.readRequest()
        try connection.send("HTTP/1.1 200 OK\r\n\(head)\r\n\(body)")
      }
      defer { server.stop() }
      let request = TransportRequest(
        url: server.url(), options: RequestOptions().with(\.maximumBodySize, 1_000))
      let error = await #expect(throws: NetworkRequestError.self) { try await transport.send(request) }
      #expect(error?.kind == .bodyTooLarge)
    }
  }

  @Test("a streamed response is available before its body, and its chunks follow")
  func stream() async throws {
    let gate = DispatchSemaphore(value: 0)
    let server = try FaultServer { connection in
      try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")
      gate.wait()
      try connection.send("3\r\ndef\r\n0\r\n\r\n")
    }
    defer { server.stop() }
    let response = try await transport.send(TransportRequest(url: server.url(), delivery: .streamed))
    guard case .stream(let stream) = response.body else {
      Issue.record("not a stream")
      return
    }
    var chunks = stream.makeAsyncIterator()
    #expect(try await chunks.next() == Data("abc".utf8))
    gate.signal()
    #expect(try await chunks.next() == Data("def".utf8))
    #expect(try await chunks.next() == nil)
  }

  @Test("a file delivery writes the body to a new file, and refuses one that exists")
  func file() async throws {
    let server = try FaultServer.answering(body: "contents")
    defer { server.stop() }
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("x")
    let request = TransportRequest(url: server.url(), delivery: .file(url))
    _ = try await transport.send(request)
    #expect(try Data(contentsOf: url) == Data("contents".utf8))
    let error = await #expect(throws: NetworkRequestError.self) { try await transport.send(request) }
    #expect(error?.kind == .invalidRequest)
    #expect(server.received.count == 1)
  }

  @Test("forbidden header fields are refused before anything is sent")
  func refusedHeaders() async throws {
    let server = try FaultServer.answering(body: "")
    defer { server.stop() }
    let fields: [HTTPHeader] = [
      HTTPHeader("Bad Name", "x"), HTTPHeader("X", "a\r\nY: b"), HTTPHeader("X", "a\0"),
      HTTPHeader(.contentLength, "3"), HTTPHeader(.transferEncoding, "chunked"), HTTPHeader(.host, "evil"),
      HTTPHeader(.connection, "close"),
    ]
    for field in fields {
      let request = TransportRequest(url: server.url(), headers: HTTPHeaders([field]))
      let error = await #expect(throws: NetworkRequestError.self) { try await transport.send(request) }
      #expect(error?.kind == .invalidRequest, "\(field.name)")
    }
    #expect(server.received.isEmpty)
  }

  @Test("calls cancelled at any moment end once, and the transport keeps working")
  func cancellationRaces() async throws {
    let server = try FaultServer { connection in
      while true {
        let request = try connection.readRequest()
        let redirects = request.requestLine.contains("/from")
        try connection.send(
          redirects
            ? "HTTP/1.1 302 Found\r\nLocation: /to\r\nContent-Length: 0\r\n\r\n"
            : "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
      }
    }
    defer { server.stop() }
    var generator = SystemRandomNumberGenerator()
    for round in 0..<2_000 {
      let url = server.url(round.isMultiple(of: 2) ? "/from" : "/to")
      let call = Task { try await transport.send(TransportRequest(url: url)).status }
      for _ in 0..<Int.random(in: 0..<40, using: &generator) { await Task.yield() }
      call.cancel()
      switch await call.result {
      case .success(let status): #expect(status == 200)
      case .failure(let error): #expect((error as? NetworkRequestError)?.kind == .cancelled)
      }
    }
    #expect(try await transport.send(TransportRequest(url: server.url("/to"))).status == 200)
  }
}

extension TransportResponse {
  /// The body in memory; nil where it is in another form.
  var bytes: Data? {
    if case .data(let data) = body { data } else { nil }
  }
}
