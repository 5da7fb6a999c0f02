#if os(Linux)
  @testable import Requisite
  import CRequisiteCurl
  import TestSupport
  import Testing

  /// Which transfers share an easy handle, one after another.
  @Suite("CurlTransport: the reuse of easy handles", .timeLimit(.minutes(1)))
  struct CurlHandleReuseTests {
    /// The pool of a loop, without the loop.
    private struct Pool {
      var handles: CurlHandlePool
      let reusesAll: Bool

      init() throws {
        let library = try CurlLibrary.loaded.get()
        let wakeup = rq_eventfd_create()
        let poller = try #require(CurlPoller(wakeup: wakeup))
        close(wakeup)
        handles = CurlHandlePool(
          options: try CurlOptions(CurlTransport.Configuration(), library: library, poller: poller),
          capacity: 2)
        reusesAll = library.reusesHandles
      }

      /// Makes a transfer of this request with a handle of the pool, and returns the handle.
      mutating func use(
        _ url: String, method: HTTPMethod = .get, body: HTTPBody = .none, isOnHTTP2: Bool = true
      ) throws -> ObjectIdentifier {
        let request = TransportRequest(
          method: method, url: try #require(URL(string: url)), body: body, delivery: .buffered)
        let transfer = CurlTransfer(
          try CurlRequest(
            request, configuration: CurlTransport.Configuration(), pins: .success(CurlPins([:]))),
          progress: nil)
        let handle = try handles.take(for: transfer)
        handle.transfer = transfer
        handle.isOnHTTP2 = isOnHTTP2
        handles.put(handle)
        used.append(handle)
        return ObjectIdentifier(handle)
      }

      /// Keeps the handles, so that none gets the address of another.
      private var used: [CurlHandle] = []
    }

    @Test("a handle serves the requests to one server over HTTP/2 one after another")
    func sameServer() throws {
      var pool = try Pool()
      let first = try pool.use("https://a.test/1")
      #expect(try pool.use("https://a.test/2", method: .post, body: .data(Data("small".utf8))) == first)
      #expect(try pool.use("https://a.test/") == first)
    }

    @Test(
      "with a libcurl that has the fault, no other request gets the handle",
      arguments: [
        "http://a.test/1", "https://a.test:444/1", "https://a.test.b/1", "https://A.test/1", "https://a.test",
      ])
    func otherServer(url: String) throws {
      var pool = try Pool()
      let first = try pool.use("https://a.test/1")
      #expect(try (pool.use(url) == first) == pool.reusesAll)
    }

    @Test("a handle is not kept after HTTP/1.1, or for a body that may have to be sent again")
    func otherTransfer() throws {
      var pool = try Pool()
      let first = try pool.use("https://a.test/1", isOnHTTP2: false)
      #expect(try (pool.use("https://a.test/1") == first) == pool.reusesAll)
      let second = try pool.use("https://b.test/1")
      let large = HTTPBody.data(Data(count: 1 << 20))
      #expect(try (pool.use("https://b.test/1", method: .put, body: large) == second) == pool.reusesAll)
    }
  }

  /// Servers that change their version of HTTP, or write another one than they speak, and begin a response with a folded line.
  /// With a handle that was used before, libcurl 7.83 to 8.1 read freed memory there.
  @Suite(
    "CurlTransport: the reuse of easy handles by servers that change",
    .enabled(if: Certificates.isAvailable && CurlTest.speaksHTTP2), .timeLimit(.minutes(1)))
  struct CurlChangedVersionTests {
    private static let folded = "HTTP/1.1 200 OK\r\n a: b\r\nContent-Length: 2\r\n\r\nok"

    /// Makes requests one after another, and returns which of them succeed.
    private static func successes(of count: Int, _ server: FaultServer, _ certificates: Certificates) async
      -> [Bool]
    {
      let transport = CurlTest.fresh { $0.tls.authorities = .file(certificates.path("ca.pem")) }
      var successes: [Bool] = []
      for _ in 0..<count {
        do {
          successes.append(try await transport.exchange(CurlTest.request(server.url())).text == "ok")
        } catch {
          successes.append(false)
        }
      }
      return successes
    }

    @Test("a server that offers HTTP/2 on its first connection, and HTTP/1.1 on the next")
    func downgrade() async throws {
      let certificates = try Certificates.shared.get()
      let server = try FaultServer(certificates, protocol: "h2", "http/1.1") { connection in
        guard connection.number == 0 else {
          while true {
            try connection.readRequest()
            try connection.send(Self.folded)
          }
        }
        try connection.startHTTP2()
        try connection.send(HTTP2Frame.headers() + HTTP2Frame.data("ok", ends: true))
        try connection.readHTTP2Request()
        let response = HTTP2Frame.headers(stream: 3) + HTTP2Frame.data("ok", ends: true, stream: 3)
        try connection.send(response + HTTP2Frame.goAway(last: 3))
      }
      defer { server.stop() }
      #expect(await Self.successes(of: 5, server, certificates) == [true, true, false, false, false])
      #expect(server.connectionCount == 4)
    }

    @Test("a server that writes “HTTP/2” in its responses over HTTP/1.1")
    func lie() async throws {
      let certificates = try Certificates.shared.get()
      let server = try FaultServer(certificates) { connection in
        try connection.readRequest()
        try connection.send("HTTP/2 200 OK\r\nContent-Length: 2\r\n\r\nok")
        while true {
          try connection.readRequest()
          try connection.send(Self.folded)
        }
      }
      defer { server.stop() }
      // libcurl 8.23 refuses the first response too.
      #expect(await Self.successes(of: 2, server, certificates).last == false)
    }
  }
#endif
