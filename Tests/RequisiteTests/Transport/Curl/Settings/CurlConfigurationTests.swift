#if os(Linux)
  import Requisite
  import TestSupport
  import Testing

  @Suite("CurlTransport: configuration", .timeLimit(.minutes(3)))
  struct CurlConfigurationTests {
    @Test("at most the allowed number of connections is made, and all calls get a response")
    func connectionLimit() async throws {
      let server = try FaultServer.answering(body: "a", after: 0.005)
      defer { server.stop() }
      let transport = CurlTest.fresh { $0.connectionsPerHost = 3 }
      try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<30 {
          group.addTask { try await transport.send(CurlTest.request(server.url())).status }
        }
        for try await status in group { #expect(status == 200) }
      }
      #expect(server.connectionCount == 3)
    }

    /// The versions of HTTP that the loaded libcurl does not speak.
    private static let unspokenVersions: [TransportConfiguration.HTTPVersion] =
      CurlTest.speaksHTTP2 ? [.http3] : [.http2, .http2PriorKnowledge, .http3]

    @Test(
      "a version of HTTP that libcurl does not speak is an error that names libcurl's own",
      arguments: unspokenVersions)
    func unspoken(version: TransportConfiguration.HTTPVersion) async throws {
      let url = try #require(URL(string: "https://127.0.0.1:1/"))
      let error = await #expect(throws: NetworkRequestError.self) {
        try await CurlTest.fresh { $0.httpVersion = version }.send(CurlTest.request(url))
      }
      #expect(error?.kind == .invalidRequest)
      #expect("\(String(describing: error))".contains(CurlTransport.libraryVersion ?? "?"))
      var common = TransportConfiguration()
      common.httpVersion = version
      #expect(throws: NetworkRequestError.self) { try DefaultTransport.make(common) }
    }

    @Test("a Unix domain socket replaces the host")
    func unixSocket() async throws {
      let folder = try TemporaryFolder()
      let path = folder.url.appendingPathComponent("s").path
      let server = try FaultServer(unixPath: path) { connection in
        try connection.readRequest()
        try connection.send(HTTPMessage.response(body: "hello"))
      }
      defer { server.stop() }
      let transport = CurlTest.fresh { $0.unixSocket = path }
      let url = try #require(URL(string: "http://docker/version"))
      let response = try await transport.send(CurlTest.request(url))
      #expect(response.text == "hello")
      #expect(server.received.first?.header("Host") == "docker")
    }

    @Test("an override replaces the name look-up")
    func resolve() async throws {
      let server = try FaultServer.answering(body: "hello")
      defer { server.stop() }
      let transport = CurlTest.fresh {
        $0.resolve = [.init(host: "api.example.com", port: Int(server.port), address: "127.0.0.1")]
      }
      let url = try #require(URL(string: "http://api.example.com:\(server.port)/"))
      #expect(try await transport.send(CurlTest.request(url)).text == "hello")
      #expect(server.received.first?.header("Host") == "api.example.com:\(server.port)")
    }

    @Test("a proxy gets the whole URL, and excepted hosts are reached directly")
    func proxy() async throws {
      let proxy = try FaultServer.answering(body: "by proxy")
      let server = try FaultServer.answering(body: "direct")
      defer { proxy.stop() }
      defer { server.stop() }
      let transport = CurlTest.fresh { $0.proxy = .server(proxy.url(), except: ["127.0.0.1"]) }
      let url = try #require(URL(string: "http://api.example.com/a"))
      #expect(try await transport.send(CurlTest.request(url)).text == "by proxy")
      #expect(proxy.received.first?.requestLine == "GET http://api.example.com/a HTTP/1.1")
      #expect(try await transport.send(CurlTest.request(server.url())).text == "direct")
    }

    @Test("an invalid option is an error that names it, and nothing is sent")
    func badOption() async throws {
      let transport = CurlTest.fresh { $0.tls.pinnedPublicKeys = ["127.0.0.1": ["no hash"]] }
      let url = try #require(URL(string: "https://127.0.0.1:1/"))
      let error = await #expect(throws: NetworkRequestError.self) {
        try await transport.send(CurlTest.request(url))
      }
      guard case .invalidRequest(let problem) = try #require(error) else {
        Issue.record("another error")
        return
      }
      #expect(problem.part == .options && problem.reason.contains("no hash"))
    }

    @Test(
      "a pipe or a device instead of a certificate is an error that names it, and does not block other calls")
    func irregularFiles() async throws {
      let folder = try TemporaryFolder()
      let pipe = folder.url.appending(path: "pipe").path
      #expect(mkfifo(pipe, 0o600) == 0)
      for path in [pipe, "/dev/zero", "/tmp"] {
        let settings: [CurlTransport.Configuration] = (0..<3).map { index in
          var configuration = CurlTransport.Configuration()
          configuration.proxy = .none
          if index == 0 { configuration.tls.authorities = .file(path) }
          if index == 1 { configuration.tls.clientCertificate = .files(certificate: path, key: path) }
          if index == 2 { configuration.tls.clientCertificate = .files(certificate: #filePath, key: path) }
          return configuration
        }
        for configuration in settings {
          let request = CurlTest.request(URL(string: "https://127.0.0.1:1/") ?? URL(filePath: "/"))
          let error = await #expect(throws: NetworkRequestError.self) {
            try await CurlTransport(configuration).send(request)
          }
          #expect(error?.kind == .invalidRequest)
          #expect(error?.description.contains(path) == true)
        }
        var common = TransportConfiguration()
        common.tls.authorities = .file(path)
        #expect(throws: NetworkRequestError.self) { try CurlTransport(common) }
      }
    }
  }
#endif
