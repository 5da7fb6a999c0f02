#if os(Linux)
  import Foundation
  import Requisite
  import RequisiteTesting
  import RequisiteWebSocket
  import TestSupport
  import Testing

  @Suite(
    "Proxies and certificates of WebSockets", .enabled(if: RawConnections.areSupported),
    .timeLimit(.minutes(2)))
  struct CurlSocketTrustTests {
    private static let echo: FaultServer.Script = { connection in
      try connection.acceptWebSocket()
      try connection.echoWebSocket()
    }

    private func open(
      _ baseURL: String, _ configuration: CurlTransport.Configuration
    ) async throws -> WebSocket<String, String> {
      let client = APIClient(baseURL: baseURL, transport: CurlTransport(configuration))
      return try await client.dispatch(Echo<String>())
    }

    private func echoes(_ socket: WebSocket<String, String>) async throws {
      try await socket.send("hello")
      var messages = socket.makeAsyncIterator()
      #expect(try await messages.next() == "hello")
      try await socket.close()
    }

    private func failure(
      of baseURL: String, _ configuration: CurlTransport.Configuration
    ) async -> TransportFailure? {
      let error = await #expect(throws: NetworkRequestError.self) { try await open(baseURL, configuration) }
      guard case .urlSessionFailed(let failure)? = error else { return nil }
      return failure
    }

    @Test("ws passes a proxy by CONNECT, with the credentials for the proxy", .feature("F31"))
    func proxy() async throws {
      let server = try FaultServer(Self.echo)
      let proxy = try FaultServer { try $0.tunnel(to: server.port) }
      var configuration = CurlTransport.Configuration()
      configuration.proxy = .server(try #require(URL(string: "http://me:secret@127.0.0.1:\(proxy.port)")))
      try await echoes(try await open("ws://api.test", configuration))
      #expect(proxy.received.map(\.requestLine) == ["CONNECT api.test:80 HTTP/1.1"])
      #expect(proxy.received.first?.header("Proxy-Authorization") == "Basic bWU6c2VjcmV0")
      #expect(server.received.first?.header("Host") == "api.test")
      #expect(server.received.first?.header("Proxy-Authorization") == nil)
    }

    @Test("wss passes a proxy, and the certificate is that of the server after it", .feature("F31"))
    func secureProxy() async throws {
      let certificates = try Certificates.shared.get()
      let server = try FaultServer(certificates, script: Self.echo)
      let proxy = try FaultServer { try $0.tunnel(to: server.port) }
      var configuration = CurlTransport.Configuration()
      configuration.proxy = .server(proxy.url())
      configuration.tls.authorities = .file(certificates.path("ca.pem"))
      try await echoes(try await open("wss://localhost:\(server.port)", configuration))
      #expect(proxy.received.map(\.requestLine) == ["CONNECT localhost:\(server.port) HTTP/1.1"])
      let failure = await failure(of: "wss://other.test", configuration)
      #expect(failure?.code == .serverCertificateUntrusted, "\(failure as Any)")
    }

    @Test("A proxy that asks for credentials is an error with its status", .feature("F31"))
    func refusingProxy() async throws {
      let proxy = try FaultServer.answering(
        "HTTP/1.1 407 Who?\r\nProxy-Authenticate: Basic realm=\"a\"\r\nContent-Length: 0\r\n\r\n")
      var configuration = CurlTransport.Configuration()
      configuration.proxy = .server(proxy.url())
      for url in ["ws://api.test", "wss://api.test"] {
        let failure = await failure(of: url, configuration)
        #expect(failure?.message.contains("407") == true, "\(failure as Any)")
      }
    }

    @Test("A pinned key is checked before the handshake is sent", .feature("F31"))
    func pins() async throws {
      let certificates = try Certificates.shared.get()
      let server = try FaultServer(certificates, script: Self.echo)
      var configuration = CurlTransport.Configuration()
      configuration.tls.authorities = .file(certificates.path("ca.pem"))
      // A copy, because other tests write the pin of the server's certificate at the same time.
      let copy = URL(fileURLWithPath: certificates.path("socket.pem"))
      try certificates.data("server.pem").write(to: copy)
      configuration.tls.pinnedPublicKeys = ["localhost": [try certificates.pin("socket")]]
      try await echoes(try await open("wss://localhost:\(server.port)", configuration))
      #expect(server.received.count == 1)
      let other = Data(repeating: 1, count: 32).base64EncodedString()
      configuration.tls.pinnedPublicKeys = ["localhost": [other]]
      let failure = await failure(of: "wss://localhost:\(server.port)", configuration)
      #expect(failure?.code == .serverCertificateUntrusted, "\(failure as Any)")
      #expect(server.received.count == 1)
    }
  }
#endif
