#if os(Linux)
  import TestSupport
  import Testing

  @testable import CurlEngine
  @testable import Requisite

  @Suite("The address of a proxy", .timeLimit(.minutes(1)))
  struct ProxyAddressTests {
    @Test(
      "its parts are told apart, and the password is not a part of its text", .feature("F42"),
      arguments: [
        ("proxy.test", "http://proxy.test", nil, nil),
        ("proxy.test:3128", "http://proxy.test:3128", nil, nil),
        ("HTTP://proxy.test:3128/", "http://proxy.test:3128", nil, nil),
        ("socks5h://u@proxy.test", "socks5h://proxy.test", "u", nil),
        ("http://u:p%23w@[::1]:80", "http://[::1]:80", "u", "p#w"),
        ("u:p@ss:w@proxy.test:1", "http://proxy.test:1", "u", "p@ss:w"),
        ("http://u:50%off@proxy.test", "http://proxy.test", "u", "50%off"),
        ("https://:p@proxy.test", "https://proxy.test", "", "p"),
      ] as [(String, String, String?, String?)])
    func parts(text: String, description: String, user: String?, password: String?) throws {
      let address = try ProxyAddress(text)
      #expect(address.description == description && "\(address)" == description)
      #expect(address.user == user && address.password == password)
    }

    static let malformed = [
      "http://u:SECRET#w@127.0.0.1:8932", "http://u:SECRET/w@127.0.0.1:8932",
      "http://u:SECRET?w@127.0.0.1:8932",
      "http://u:SEC RET@127.0.0.1:8932", "u:SECRET@127.0.0.1:8932x", "u:SECRET#w@127.0.0.1:8932",
      "http://u:SEC\\RET@127.0.0.1", "http://u:SECRET%00@127.0.0.1", "http://u:SECRET\n@127.0.0.1",
      "http://u:SECRET@",
      "http://u:SECRET@127.0.0.1:8932/path", "http://u:SECRET@127.0.0.1:99999", "http://u:SECRET@127.0.0.1:0",
      "http://u:SECRET@[::1", "http://u:SECRET", "ftp://u:SECRET@127.0.0.1", "SECRET://u@127.0.0.1",
      "http://SECRET@a b",
    ]

    @Test(
      "a malformed one is refused when the transport is made, with its place and without a part of it",
      .feature("F42"),
      arguments: malformed)
    func leaks(text: String) async throws {
      let text = text.replacing("SECRET", with: Canary.secret).replacing("SEC", with: Canary.secret)
      for name in ["http_proxy", "all_proxy"] {
        let problem = #expect(throws: SettingProblem.self) {
          try CurlProxies(.environment) { $0 == name ? text : nil }
        }
        let message = problem?.message ?? ""
        #expect(message.contains(name) && (message.contains("position") || message.contains("scheme")))
        #expect(!message.contains("canary") && !Canary.isHeard(in: problem as Any))
      }
      // Foundation may refuse the text itself, or encode it.
      guard let url = URL(string: text), url.absoluteString == text else { return }
      var common = TransportConfiguration()
      common.proxy = .server(url)
      let error = #expect(throws: NetworkRequestError.self) { try DefaultTransport.make(common) }
      #expect(error?.description.contains("proxy") == true)
      var configuration = CurlTransport.Configuration()
      configuration.proxy = .server(url)
      let transport = CurlTransport(configuration)
      let request = CurlTest.request(try #require(URL(string: "http://127.0.0.1:1/")))
      let failure = await #expect(throws: NetworkRequestError.self) { try await transport.send(request) }
      #expect(failure?.kind == .invalidRequest)
      for value: Any in [
        error as Any, failure as Any, common, configuration, failure?.underlyingError as Any,
      ] as [Any] {
        #expect(!Canary.isHeard(in: value))
      }
    }

    @Test("user name and password are sent decoded, to the proxy alone", .feature("F42"))
    func credentials() async throws {
      let proxy = try FaultServer.answering(body: "by proxy")
      defer { proxy.stop() }
      let url = try #require(URL(string: "http://me:p%23%2Fw%40@127.0.0.1:\(proxy.port)"))
      let transport = CurlTest.fresh { $0.proxy = .server(url) }
      let target = try #require(URL(string: "http://api.test/a"))
      #expect(try await transport.send(CurlTest.request(target)).text == "by proxy")
      let sent = proxy.received.first?.header("Proxy-Authorization")
      #expect(sent == "Basic \(Data("me:p#/w@".utf8).base64EncodedString())")
    }

    @Test(
      "each form of an exception works", .feature("F42"),
      arguments: [
        ("bücher.localhost", "http://xn--bcher-kva.localhost/", true),
        ("bücher.localhost", "http://a.xn--bcher-kva.localhost/", true),
        ("[::1]", "http://[::1]:8931/", true), ("::1", "http://[::1]/", true),
        ("0:0::1", "http://[::1]/", true),
        ("[::1]:80", "http://[::1]:81/", false), ("[::1]:81", "http://[::1]:81/", true),
        ("127.0.0.1:8931", "http://127.0.0.1:8931/", true),
        ("127.0.0.1:8931", "http://127.0.0.1:8932/", false),
        ("example.com:443", "https://a.example.com/", true),
        ("example.com:443", "http://example.com/", false),
        ("*.localhost", "http://a.localhost/", true), (".localhost", "http://a.localhost/", true),
        ("localhost", "http://a.localhost/", true), ("localhost", "http://alocalhost/", false),
        ("LOCALHOST.", "http://localhost/", true), ("10.0.0.0/8", "http://10.1.2.3/", true),
        ("10.0.0.0/8", "http://11.0.0.1/", false),
        ("fd00::/8", "http://[fd12::1]/", true), ("fd00::/8", "http://10.0.0.1/", false),
        ("0.0.0.0/0", "http://1.2.3.4/", true),
        ("10.0.0.0/8", "http://ten.test/", false), ("127.1", "http://127.0.0.1/", true),
        ("*", "http://any.test/", true),
        ("1.2.3.4", "http://9.1.2.3.4/", false),
      ])
    func exceptions(entry: String, url: String, isDirect: Bool) throws {
      let exceptions = try ProxyExceptions([entry], of: "except")
      #expect(exceptions.contains(try #require(URL(string: url))) == isDirect)
      let list = try ProxyExceptions(.environment) { $0 == "no_proxy" ? "a.test, \(entry) b.test" : nil }
      #expect(list.contains(try #require(URL(string: url))) == isDirect)
    }

    @Test(
      "any other entry is refused when the transport is made", .feature("F42"),
      arguments: [
        "http://localhost", "a*.test", "*.*", "10.0.0.0/33", "host/8", "host:port", "host:99999", "a b",
        "[::1", "u:p@host", "/",
      ])
    func refused(entry: String) throws {
      let proxy = try #require(URL(string: "http://proxy.test"))
      var common = TransportConfiguration()
      common.proxy = .server(proxy, except: ["ok.test", entry])
      let error = #expect(throws: NetworkRequestError.self) { try DefaultTransport.make(common) }
      #expect(error?.description.contains("in except matches no host") == true)
      guard !entry.contains(" ") else { return }
      let problem = #expect(throws: SettingProblem.self) {
        try ProxyExceptions(.environment) { $0 == "NO_PROXY" ? entry : nil }
      }
      #expect(problem?.message.contains("NO_PROXY") == true)
    }

    @Test(
      "an exception bypasses the proxy for its host and port, on connections of one transport",
      .feature("F42"))
    func bypass() async throws {
      let proxy = try FaultServer.answering(body: "by proxy")
      let server = try FaultServer.answering(body: "direct")
      defer { proxy.stop() }
      defer { server.stop() }
      let transport = CurlTest.fresh { $0.proxy = .server(proxy.url(), except: ["127.0.0.1:\(server.port)"]) }
      for _ in 0..<3 {
        #expect(try await transport.send(CurlTest.request(server.url())).text == "direct")
        let other = try #require(URL(string: "http://127.0.0.1:1/"))
        #expect(try await transport.send(CurlTest.request(other)).text == "by proxy")
      }
      #expect(server.received.count == 3 && proxy.received.count == 3)
    }
  }
#endif
