#if os(Linux)
  import RequisiteTesting
  import TestSupport

  @testable import CurlEngine
  @testable import Requisite

  /// The errors of real calls over the loopback interface. They quote libcurl, so they are known for one version of it only.
  extension ErrorText {
    private typealias Configuration = CurlTransport.Configuration

    static let curl =
      CurlTransport.libraryVersion == "7.88.1" && Certificates.isAvailable
      ? connections + proxies + responses + trust : []

    /// The error of a call to `server`.
    private static func call(
      _ name: String, to server: @escaping @Sendable () throws -> FaultServer,
      at url: @escaping @Sendable (FaultServer) -> String = { $0.url("").absoluteString },
      _ request: some Request = Fetch<[Todo]>(options: .init().with(\.timeout, .seconds(30))),
      _ change: @escaping @Sendable (inout Configuration, FaultServer) throws -> Void = { _, _ in }
    ) -> ErrorText {
      ErrorText(name) {
        let server = try server()
        defer { server.stop() }
        var configuration = Configuration()
        configuration.proxy = .none
        try change(&configuration, server)
        _ = try await APIClient(baseURL: url(server), transport: CurlTransport(configuration)).dispatch(
          request)
      }
    }

    /// The error of a response that is `bytes`, after which the connection is closed.
    private static func answer(
      _ name: String, _ bytes: String, _ request: some Request = Fetch<[Todo]>(),
      _ change: @escaping @Sendable (inout Configuration) -> Void = { _ in }
    ) -> ErrorText {
      let server = { @Sendable () throws in
        try FaultServer { connection in
          try connection.readRequest()
          try connection.send(bytes)
        }
      }
      return call(name, to: server, request) { configuration, _ in change(&configuration) }
    }

    @Sendable private static func silent() throws -> FaultServer { try .silent() }

    @Sendable private static func secured(_ server: FaultServer) -> String {
      "https://127.0.0.1:\(server.port)"
    }

    private static var connections: [ErrorText] {
      let hasty = Fetch<[Todo]>(options: .init().with(\.timeout, .milliseconds(300)))
      return [
        ErrorText("no server at the address") {
          let port = try RefusingPort()
          _ = try await APIClient(
            baseURL: "http://127.0.0.1:\(port.port)", transport: CurlTest.transport
          ).dispatch(GetTodos())
        },
        call("a server that is silent in the TLS handshake", to: silent, at: secured, hasty),
        call("a server that does not answer", to: silent, hasty),
        call(
          "a server that is slow within a line",
          to: {
            try FaultServer { connection in
              try connection.readRequest()
              try connection.send("HTTP/1.1 200 OK\r\nX-A: ")
              while true {
                try connection.send("a")
                connection.pause(0.02)
              }
            }
          }, hasty),
        ErrorText("a transport that was shut down") {
          let transport = CurlTest.fresh()
          await transport.shutDown()
          _ = try await APIClient(baseURL: "http://127.0.0.1", transport: transport).dispatch(GetTodos())
        },
      ]
    }

    /// The error of a proxy on which nothing listens.
    private static func deadProxy(_ name: String, _ url: String, except: [String] = []) -> ErrorText {
      ErrorText(name) {
        let port = try RefusingPort()
        let proxy = URL(string: "http://ann:\(Canary.secret)@127.0.0.1:\(port.port)") ?? port.url
        let transport = CurlTest.fresh { $0.proxy = .server(proxy, except: except) }
        _ = try await APIClient(baseURL: url, transport: transport).dispatch(GetTodos())
      }
    }

    /// The error of a proxy that answers CONNECT with this status.
    private static func proxy(_ name: String, answering status: Int) -> ErrorText {
      let server = { @Sendable () throws in
        try FaultServer { connection in
          try connection.readRequestHead()
          try connection.send("HTTP/1.1 \(status) No\r\nContent-Length: 0\r\n\r\n")
        }
      }
      return call(name, to: server, at: { _ in "https://api.test" }) { $0.proxy = .server($1.url()) }
    }

    private static var proxies: [ErrorText] {
      [
        deadProxy("a proxy that is not there", "http://api.test"),
        deadProxy("a proxy that is not there, for https", "https://api.test"),
        deadProxy("a proxy that is not there, with exceptions", "https://api.test", except: ["other.test"]),
        ErrorText("a proxy whose password has a character that must be encoded") {
          let url = URL(string: "http://ann:\(Canary.secret)%23@127.0.0.1:1")?.absoluteString ?? ""
          do throws(SettingProblem) {
            _ = try CurlProxies(.environment) { $0 == "http_proxy" ? url.replacing("%23", with: "#") : nil }
          } catch {
            throw error.error
          }
        },
        ErrorText("an exception of a proxy that matches no host") {
          let proxy = URL(string: "http://proxy.test").map {
            TransportConfiguration.Proxy.server($0, except: ["http://localhost"])
          }
          let transport = CurlTest.fresh { $0.proxy = proxy ?? .none }
          _ = try await APIClient(baseURL: "http://api.test", transport: transport).dispatch(GetTodos())
        },
        proxy("a proxy that refuses to connect", answering: 403),
        proxy("a proxy that cannot connect", answering: 502),
        socks("a SOCKS proxy that demands a password", [5, 255]),
        socks("a SOCKS proxy that does not allow the server", [5, 0], [5, 2, 0, 1, 0, 0, 0, 0, 0, 0]),
        socks("a SOCKS proxy that cannot connect", [5, 0], [5, 5, 0, 1, 0, 0, 0, 0, 0, 0]),
        call(
          "a Unix domain socket that is not there", to: { try FaultServer { _ in } },
          at: { _ in "http://api.test" }
        ) {
          configuration, _ in configuration.unixSocket = "/nowhere/socket"
        },
      ]
    }

    /// The error of a SOCKS proxy that answers the greeting, and then the request, with these bytes.
    private static func socks(_ name: String, _ answers: [UInt8]...) -> ErrorText {
      ErrorText(name) {
        let proxy = try FaultServer { connection in
          for answer in answers {
            _ = try connection.readSome()
            try connection.send(Data(answer))
          }
          connection.waitUntilClosed()
        }
        defer { proxy.stop() }
        guard let url = URL(string: "socks5h://127.0.0.1:\(proxy.port)") else { return }
        let transport = CurlTest.fresh { $0.proxy = .server(url) }
        _ = try await APIClient(baseURL: "http://api.test", transport: transport).dispatch(GetTodos())
      }
    }

    private static var responses: [ErrorText] {
      let head = "HTTP/1.1 200 OK\r\n"
      return [
        answer("a connection that is closed instead of a response", ""),
        answer("a response that is not HTTP", "220 smtp ready\r\n\r\n"),
        answer("a header line without a colon", head + "Content-Type\r\n\r\n"),
        answer(
          "two lengths", head + "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!"),
        answer("a header section that is cut", head + "Content-Le"),
        answer("a header section that is too large", head + "X-A: \(String(repeating: "a", count: 2000))\r\n")
        {
          $0.maximumHeaderSize = 1000
        },
        answer("a body that is cut", head + "Content-Length: 10\r\n\r\nhello"),
        answer(
          "a content coding that is none",
          head + "Content-Encoding: aws-chunked\r\nContent-Length: 5\r\n\r\nhello"),
        answer("a body that is not gzip", head + "Content-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello"),
        ErrorText("a stream that is too large") {
          let server = try FaultServer.answering(body: "hello")
          defer { server.stop() }
          let client = APIClient(
            baseURL: server.url("").absoluteString, transport: CurlTest.fresh { $0.maximumStreamedSize = 4 })
          for try await _ in try await client.dispatch(StreamBytes()) {}
        },
      ]
    }

    private struct StreamBytes: Request {
      typealias ReturnType = ByteStream
      let path = "/a.bin"
    }

    /// The error of a call to a server of TLS.
    private static func secure(
      _ name: String, asksForCertificate: Bool = false, host: String = "localhost", trusts: Bool = true,
      script: @escaping FaultServer.Script = { try $0.readRequest() },
      change: @escaping @Sendable (inout TransportConfiguration.TLS, Certificates) throws -> Void = { _, _ in
      }
    ) -> ErrorText {
      ErrorText(name) {
        let certificates = try Certificates.shared.get()
        let server = try FaultServer(certificates, asksForCertificate: asksForCertificate, script: script)
        defer { server.stop() }
        var tls = TransportConfiguration.TLS()
        if trusts { tls.authorities = .file(certificates.path("ca.pem")) }
        try change(&tls, certificates)
        let (port, settings) = (server.port, tls)
        _ = try await APIClient(
          baseURL: "https://\(host):\(port)", transport: CurlTest.fresh { $0.tls = settings }
        ).dispatch(GetTodos())
      }
    }

    private static var trust: [ErrorText] {
      [
        secure("a certificate of an unknown authority", trusts: false),
        secure("a certificate of another host", host: "127.0.0.1"),
        secure(
          "a key that is not pinned",
          change: { $0.pinnedPublicKeys = ["localhost": [try $1.pin("other"), try $1.pin("ca")]] }),
        secure(
          "a client certificate that is missing", asksForCertificate: true, script: { $0.resetOnClose() }),
        call(
          "a server without TLS",
          to: {
            try FaultServer { connection in
              _ = try connection.read(exactly: 5)
              try connection.send("HTTP/1.1 400 Bad Request\r\n\r\n")
              connection.waitUntilClosed()
            }
          }, at: secured),
      ]
    }
  }
#endif

#if !os(Linux)
  extension ErrorText {
    static let curl: [ErrorText] = []
  }
#endif
