#if os(Linux)
  import TestSupport
  import Testing

  @testable import CurlEngine
  @testable import Requisite

  @Suite("CurlTransport: the setting of the proxy", .timeLimit(.minutes(3)))
  struct CurlProxySettingTests {
    @Test("the variables are not read for any other setting")
    func others() throws {
      let url = try #require(URL(string: "http://proxy.test:3128"))
      for proxy in [TransportConfiguration.Proxy.none, .server(url, except: ["a", "b"])] {
        let proxies = try CurlProxies(proxy) { name in
          Issue.record("\(name) was read")
          return name
        }
        #expect(proxies.plain?.description == (proxy == .none ? nil : "http://proxy.test:3128"))
        #expect(proxies.secure == proxies.plain)
        let exceptions = try ProxyExceptions(proxy) { name in
          Issue.record("\(name) was read")
          return name
        }
        #expect(exceptions.entries.count == (proxy == .none ? 0 : 2))
      }
    }
  }

  @Suite("CurlTransport: a proxy in the environment", .timeLimit(.minutes(1)))
  struct CurlEnvironmentProxyTests {
    private static let key = "REQUISITE_PROXIED_PORT"
    /// The port of the server that a child process reaches directly; nil in the process of the tests.
    private static let port = ProcessInfo.processInfo.environment[key].flatMap { Int($0) }

    /// Prints the text of each response. Runs in a process that has the variables from its start.
    @Test("(run by another test) sends through the proxies of its environment", .enabled(if: port != nil))
    func child() async throws {
      let transport = CurlTransport()
      // Too late: the variables are read when the transport is created.
      setenv("http_proxy", "http://127.0.0.1:1", 1)
      func send(_ text: String, by transport: CurlTransport) async throws {
        let url = try #require(URL(string: text))
        print("response: \(try await transport.send(CurlTest.request(url)).text)")
      }
      let direct = "http://127.0.0.1:\(Self.port ?? 0)/"
      for text in ["http://api.example.test/a", direct] { try await send(text, by: transport) }
      // A proxy of the settings has their exceptions, and not those of the environment.
      let address = try #require(ProcessInfo.processInfo.environment["all_proxy"].flatMap(URL.init(string:)))
      try await send(direct, by: CurlTest.fresh { $0.proxy = .server(address) })
      let secure = try #require(URL(string: "https://api.example.test/b"))
      await #expect(throws: NetworkRequestError.self) {
        try await transport.send(CurlTest.request(secure))
      }
    }

    @Test("the variables of the process name the proxies, once for each transport", .enabled(if: port == nil))
    func environment() async throws {
      let proxy = try FaultServer.answering(body: "by proxy")
      let server = try FaultServer.answering(body: "direct")
      defer { proxy.stop() }
      defer { server.stop() }
      let address = "http://127.0.0.1:\(proxy.port)"
      let process = try ChildProcess(
        test: "CurlEnvironmentProxyTests/child",
        environment: [
          Self.key: "\(server.port)", "http_proxy": address, "all_proxy": address, "no_proxy": "127.0.0.1",
        ],
        reading: .standard)
      let end = await BlockingQueue("proxied").run { process.end() }
      #expect(end.status == 0, "\(end.text)")
      let lines = end.text.split(separator: "\n").filter { $0.hasPrefix("response: ") }
      #expect(lines == ["response: by proxy", "response: direct", "response: by proxy"])
      let requests = proxy.received.map(\.requestLine)
      #expect(
        requests == [
          "GET http://api.example.test/a HTTP/1.1", "GET http://127.0.0.1:\(server.port)/ HTTP/1.1",
          "CONNECT api.example.test:443 HTTP/1.1",
        ])
    }
  }
#endif
