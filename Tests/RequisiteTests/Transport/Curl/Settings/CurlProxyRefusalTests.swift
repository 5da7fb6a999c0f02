#if os(Linux)
  import TestSupport
  import Testing

  @testable import Requisite

  /// Proxies that refuse, and addresses that lead nowhere: whose fault it is, and what it says.
  @Suite("CurlTransport: refusals on the way to the server", .timeLimit(.minutes(1)))
  struct CurlProxyRefusalTests {
    private func error(
      _ url: String = "http://api.test/", _ change: (inout CurlTransport.Configuration) -> Void
    ) async throws -> NetworkRequestError {
      let url = try #require(URL(string: url))
      let transport = CurlTest.fresh(change)
      let error = await #expect(throws: NetworkRequestError.self) {
        try await transport.send(CurlTest.request(url, method: .post))
      }
      return try #require(error)
    }

    /// The error of a call through a SOCKS proxy that does this after its greeting was read.
    private func socks(_ user: String = "", _ script: @escaping FaultServer.Script) async throws
      -> NetworkRequestError
    {
      let proxy = try FaultServer { connection in
        let greeting = try connection.read(exactly: 2)
        _ = try connection.read(exactly: Int(greeting[1]))
        try script(connection)
        connection.waitUntilClosed()
      }
      defer { proxy.stop() }
      let url = try #require(URL(string: "socks5h://\(user)127.0.0.1:\(proxy.port)"))
      return try await error { $0.proxy = .server(url) }
    }

    @Test(
      "a wrong password for a SOCKS proxy, and none where one is needed, are no failures to reach it",
      .enabled(if: CurlTest.isLibrary(atLeast: "7.73")))
    func credentials() async throws {
      let password = "\(Canary.secret.prefix(20))"
      let wrong = try await socks("me:\(password)@") { connection in
        try connection.send(Data([5, 2]))
        let lengths = try connection.read(exactly: 2)
        let count = try connection.read(exactly: Int(lengths[1]) + 1)
        _ = try connection.read(exactly: Int(count[count.count - 1]))
        try connection.send(Data([1, 1]))
      }
      let missing = try await socks { try $0.send(Data([5, 255])) }
      for (error, words) in [
        (wrong, "did not accept the user name and password"),
        (missing, "demands authentication, and has no user name and password here"),
      ] {
        #expect(error.code == .badServerResponse && !error.isRetryable && error.isBeforeSending, "\(error)")
        #expect(error.words.contains(words), "\(error)")
        #expect(!error.words.contains("could not be reached") && !"\(error)".contains(password))
      }
    }

    @Test(
      "a name that cannot be looked up is not the proxy's fault",
      .enabled(if: CurlTest.isLibrary(atLeast: "7.73")))
    func name() async throws {
      let proxy = try FaultServer { connection in
        _ = try connection.read(exactly: 3)
        try connection.send(Data([5, 0]))
        connection.waitUntilClosed()
      }
      defer { proxy.stop() }
      let url = try #require(URL(string: "socks5://127.0.0.1:\(proxy.port)"))
      let error = try await error("http://no.such.name.invalid/") { $0.proxy = .server(url) }
      #expect(error.code == .cannotFindHost && error.isBeforeSending, "\(error)")
      #expect(!error.words.contains("proxy"), "\(error)")
    }

    @Test(
      "a SOCKS proxy's refusal of the target", .enabled(if: CurlTest.isLibrary(atLeast: "7.73")),
      arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt8])
    func target(_ code: UInt8) async throws {
      let error = try await socks { connection in
        try connection.send(Data([5, 0]))
        _ = try connection.read(exactly: 4)
        let count = try connection.read(exactly: 1)
        _ = try connection.read(exactly: Int(count[0]) + 2)
        try connection.send(Data([5, code, 0, 1, 0, 0, 0, 0, 0, 0]))
      }
      let isRule = [2, 7, 8].contains(code)
      #expect(error.code == (isRule ? .badServerResponse : .cannotConnectToHost), "\(error)")
      #expect(error.isRetryable == !isRule && error.isBeforeSending, "\(error)")
      #expect(
        error.words.contains(
          isRule ? "does not make a connection to the server" : "could not connect to the server"))
      #expect(!error.words.contains("could not be reached"))
    }

    @Test(
      "a proxy that demands credentials is named, with the schemes that it offers",
      arguments: ["http", "https"])
    func demand(_ scheme: String) async throws {
      let proxy = try FaultServer.answering(
        "HTTP/1.1 407 Who?\r\nProxy-Authenticate: Negotiate\r\nProxy-Authenticate: Basic realm=\"a\"\r\n"
          + "Content-Length: 0\r\n\r\n")
      defer { proxy.stop() }
      let client = APIClient(
        baseURL: "\(scheme)://api.test", transport: CurlTest.fresh { $0.proxy = .server(proxy.url("")) })
      let error = await #expect(throws: NetworkRequestError.self) {
        try await client.dispatch(Endpoint<NoContent>(path: "/"))
      }
      let words =
        "the proxy http://127.0.0.1:\(proxy.port) answered 407 Proxy Authentication Required and offers "
      #expect("\(error as Any)".contains("\(words)Negotiate, Basic"), "\(error as Any)")
    }

    @Test("each request over a kept connection to a proxy has the host of its URL")
    func hosts() async throws {
      let proxy = try FaultServer.answering(body: "ok")
      defer { proxy.stop() }
      let transport = CurlTest.fresh { $0.proxy = .server(proxy.url("")) }
      for host in ["[::1]", "example.invalid", "[::1]:81", "example.invalid:80", "10.0.0.1:8080"] {
        let url = try #require(URL(string: "http://\(host)/"))
        #expect(try await transport.send(CurlTest.request(url)).text == "ok")
      }
      #expect(
        proxy.received.map { $0.header("Host") } == [
          "[::1]", "example.invalid", "[::1]:81", "example.invalid", "10.0.0.1:8080",
        ])
      #expect(proxy.connectionCount == 1)
    }

    @Test(
      "a certificate of a proxy is called the proxy's", .enabled(if: Certificates.isAvailable),
      arguments: ["http", "https"])
    func certificate(_ scheme: String) async throws {
      let certificates = try Certificates.shared.get()
      let other = try Certificates()
      let proxy = try FaultServer(certificates) { $0.waitUntilClosed() }
      defer { proxy.stop() }
      let error = try await error("\(scheme)://api.test/") {
        $0.proxy = .server(proxy.url(""))
        $0.tls.authorities = .file(other.path("ca.pem"))
      }
      #expect(
        error.words.contains("the certificate of the proxy https://localhost:\(proxy.port)"), "\(error)")
      #expect(!error.isRetryable && error.isBeforeSending, "\(error)")
    }

    @Test(
      "a proxy with TLS is trusted by the authorities of the settings", .enabled(if: Certificates.isAvailable)
    )
    func trusted() async throws {
      let certificates = try Certificates.shared.get()
      let proxy = try FaultServer(certificates) { connection in
        try connection.readRequest()
        try connection.send(HTTPMessage.response(body: "ok"))
      }
      defer { proxy.stop() }
      let transport = CurlTest.fresh {
        $0.proxy = .server(proxy.url(""))
        $0.tls.authorities = .file(certificates.path("ca.pem"))
      }
      let url = try #require(URL(string: "http://api.test/"))
      #expect(try await transport.send(CurlTest.request(url)).text == "ok")
    }

    @Test(
      "a proxy whose TLS is older than the settings accept gets no request",
      .enabled(if: Certificates.isAvailable))
    func oldProxy() async throws {
      let certificates = try Certificates.shared.get()
      let proxy = try TLSServer(certificates, options: ["-tls1_2"])
      defer { proxy.stop() }
      let address = try #require(URL(string: "https://localhost:\(proxy.port)"))
      let transport = CurlTest.fresh {
        $0.proxy = .server(address)
        $0.tls.authorities = .file(certificates.path("ca.pem"))
      }
      let url = try #require(URL(string: "http://api.test/"))
      #expect(try await transport.send(CurlTest.request(url)).status == 200)
      let error = try await error {
        $0.proxy = .server(address)
        $0.tls.authorities = .file(certificates.path("ca.pem"))
        $0.tls.minimumVersion = .tls13
      }
      #expect(!error.isRetryable && error.isBeforeSending, "\(error)")
    }

    @Test("a Unix domain socket that is missing is named, and one whose path is too long sends nothing")
    func unix() async throws {
      let folder = try TemporaryFolder()
      let path = folder.url.appendingPathComponent("missing").path
      let missing = try await error { $0.unixSocket = path }
      #expect(missing.code == .cannotConnectToHost && missing.isBeforeSending, "\(missing)")
      #expect(missing.words.contains(path) && missing.words.contains("No such file"), "\(missing)")
      let long = "/" + String(repeating: "a", count: 120)
      let tooLong = try await error { $0.unixSocket = long }
      #expect(tooLong.kind == .invalidRequest && "\(tooLong)".contains(long), "\(tooLong)")
    }

    @Test(
      "a path that names no Unix domain socket sends nothing", arguments: ["", "0", "/tmp/a0b", "/tmp/a0"])
    func unixName(path: String) async throws {
      let error = try await error { $0.unixSocket = path.replacingOccurrences(of: "0", with: "\0") }
      #expect(error.kind == .invalidRequest && !error.isRetryable, "\(error)")
      #expect("\(error)".contains("unixSocket"), "\(error)")
    }
  }
#endif
