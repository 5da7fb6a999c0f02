#if os(Linux)
  import Requisite
  import TestSupport
  import Testing

  /// A real peer, where there is one: `apt-get install nginx-light`.
  @Suite(
    "CurlTransport: nginx, by HTTP/1.1 and HTTP/2", .enabled(if: NginxServer.isAvailable),
    .timeLimit(.minutes(3)))
  struct CurlNginxTests {
    private let certificates: Certificates
    private let server: NginxServer
    private let transport: CurlTransport

    init() throws {
      let certificates = try Certificates.shared.get()
      let server = try NginxServer(certificates)
      (self.certificates, self.server) = (certificates, server)
      let authority = certificates.path("ca.pem")
      transport = CurlTest.fresh {
        $0.tls.authorities = .file(authority)
        $0.resolve = [.init(host: "localhost", port: Int(server.securePort), address: "127.0.0.1")]
      }
    }

    private func request(_ path: String, secure: Bool = true, delivery: TransportRequest.Delivery = .buffered)
      throws
      -> TransportRequest
    {
      let base = secure ? "https://localhost:\(server.securePort)" : "http://127.0.0.1:\(server.port)"
      return CurlTest.request(
        try #require(URL(string: base + path)), deadline: .seconds(30), delivery: delivery)
    }

    @Test(
      "ALPN negotiates HTTP/2, without TLS it is HTTP/1.1, and gzip is decoded in both",
      arguments: [true, false])
    func versions(_ secure: Bool) async throws {
      defer { server.stop() }
      let text = String(repeating: "hello ", count: 10_000)
      try server.serve(Data(text.utf8), as: "hello.txt")
      let response = try await transport.send(try request("/hello.txt", secure: secure))
      #expect(response.text == text)
      #expect(response.headers[.contentEncoding] == "gzip")
      #expect(response.timings?.httpVersion == (secure && CurlTest.speaksHTTP2 ? "HTTP/2" : "HTTP/1.1"))
      #expect((response.timings?.bytesReceived ?? .max) < 5000)
      let missing = try await transport.send(try request("/missing", secure: secure))
      #expect(missing.status == 404 && missing.timings?.reusedConnection == true)
    }

    @Test("a hundred requests at once share one HTTP/2 connection", .enabled(if: CurlTest.speaksHTTP2))
    func multiplexed() async throws {
      defer { server.stop() }
      try server.serve(Data("hello".utf8), as: "hello.txt")
      let request = try request("/hello.txt")
      let connections = Counter()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<100 {
          group.addTask {
            let response = try await transport.send(request)
            #expect(response.text == "hello")
            if response.timings?.reusedConnection == false { connections.add() }
          }
        }
        try await group.waitForAll()
      }
      #expect(connections.value == 1)
    }

    @Test(
      "a thousand calls in a row over TLS 1.3 use one connection",
      arguments: CurlTest.speaksHTTP2 ? [true, false] : [false])
    func sequential(_ isHTTP2: Bool) async throws {
      defer { server.stop() }
      try server.serve(Data("hello".utf8), as: "hello.txt")
      let authority = certificates.path("ca.pem")
      let transport = CurlTest.fresh {
        $0.tls.authorities = .file(authority)
        $0.tls.minimumVersion = .tls13
        $0.httpVersion = isHTTP2 ? .automatic : .http1
      }
      let request = try request("/hello.txt")
      var connections = 0
      for _ in 0..<1000 {
        let response = try await transport.send(request)
        #expect(
          response.text == "hello" && response.timings?.httpVersion == (isHTTP2 ? "HTTP/2" : "HTTP/1.1"))
        if response.timings?.reusedConnection == false { connections += 1 }
      }
      #expect(connections == 1)
    }

    @Test(
      "a slow reader, a dropped stream and a file on one HTTP/2 connection",
      .enabled(if: CurlTest.speaksHTTP2))
    func streams() async throws {
      defer { server.stop() }
      // No text, so that it is not compressed.
      let data = Data((0..<4_000_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) })
      try server.serve(data, as: "data.png")
      async let filed = transport.send(try request("/data.png", delivery: .file(nil)))
      let left = try await transport.send(try request("/data.png", delivery: .streamed))
      var chunks = left.stream?.makeAsyncIterator()
      #expect(try await chunks?.next()?.isEmpty == false)
      chunks = nil
      let slow = try await transport.send(try request("/data.png", delivery: .streamed))
      var received = Data()
      for try await chunk in try #require(slow.stream) {
        received.append(chunk)
        await Task.yield()
      }
      #expect(received == data)
      let file = try #require(try await filed.file)
      #expect(try Data(contentsOf: file) == data)
      try FileManager.default.removeItem(at: file)
    }

    @Test(
      "bodies of known and unknown length are sent over HTTP/2", .enabled(if: CurlTest.speaksHTTP2),
      arguments: [true, false])
    func uploads(_ isKnown: Bool) async throws {
      defer { server.stop() }
      var request = try request("/upload")
      request.method = .post
      let left = Counter()
      let stream = ByteStream { () async throws(NetworkRequestError) in
        left.add() <= 20 ? Data(repeating: 1, count: 100_000) : nil
      }
      request.body = .stream(BodyStream(length: isKnown ? 2_000_000 : nil, stream))
      let response = try await transport.send(request)
      #expect(response.status == 201 && response.text == "2000000")
      #expect(response.timings?.bytesSent == 2_000_000)
    }

    @Test("cancelled streams do not affect others on the connection")
    func cancellation() async throws {
      defer { server.stop() }
      try server.serve(Data(repeating: 7, count: 500_000), as: "data.png")
      let (whole, other) = (try request("/data.png"), try request("/data.png"))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for index in 0..<40 {
          group.addTask {
            if index.isMultiple(of: 2) {
              let response = try await transport.send(whole)
              #expect(response.data.count == 500_000)
            } else {
              let task = Task { try await transport.send(other) }
              for _ in 0..<index { await Task.yield() }
              task.cancel()
              _ = await task.result
            }
          }
        }
        try await group.waitForAll()
      }
      await transport.shutDown()
    }
  }
#endif
