#if os(Linux)
  import TestSupport
  import Testing

  @testable import Requisite

  @Suite("CurlTransport: TLS", .enabled(if: Certificates.isAvailable), .timeLimit(.minutes(3)))
  struct CurlTLSTests {
    private let certificates: Certificates

    init() throws { certificates = try Certificates() }

    private func response(
      from server: TLSServer, host: String = "localhost",
      _ change: (inout TransportConfiguration.TLS) throws -> Void
    ) async throws -> TransportResponse {
      var tls = TransportConfiguration.TLS()
      try change(&tls)
      let transport = CurlTest.fresh {
        $0.tls = tls
        $0.resolve = [.init(host: host, port: server.port, address: "127.0.0.1")]
      }
      let url = try #require(URL(string: "https://\(host):\(server.port)/"))
      return try await transport.send(CurlTest.request(url))
    }

    private func failure(
      from server: TLSServer, host: String = "localhost",
      _ change: (inout TransportConfiguration.TLS) throws -> Void
    ) async -> TransportFailure.Code? {
      let error = await #expect(throws: NetworkRequestError.self) {
        try await response(from: server, host: host, change)
      }
      return error?.code
    }

    @Test("a custom authority is read from a file and, with libcurl 7.77 or later, from memory")
    func authority() async throws {
      let server = try TLSServer(certificates)
      defer { server.stop() }
      let ca = certificates.path("ca.pem")
      #expect(try await response(from: server) { $0.authorities = .file(ca) }.status == 200)
      let pem = try certificates.data("ca.pem")
      guard CurlTest.isLibrary(atLeast: "7.77") else {
        let error = await #expect(throws: NetworkRequestError.self) {
          try await response(from: server) { $0.authorities = .pem(pem) }
        }
        #expect(error?.kind == .invalidRequest)
        return
      }
      #expect(try await response(from: server) { $0.authorities = .pem(pem) }.status == 200)
    }

    @Test("the pinned key is accepted and any other refused, with any authority", .feature("A38"))
    func pinning() async throws {
      let server = try TLSServer(certificates)
      defer { server.stop() }
      let (ca, pin, other) = (
        certificates.path("ca.pem"), try certificates.pin("server"), try certificates.pin("other")
      )
      let good = try await response(from: server) {
        $0.authorities = .file(ca)
        $0.pinnedPublicKeys = ["LOCALHOST": [pin, other]]
      }
      #expect(good.status == 200)
      let code = await failure(from: server) {
        $0.authorities = .file(ca)
        $0.pinnedPublicKeys = ["localhost": [other]]
      }
      #expect(code == .serverCertificateUntrusted)
      let elsewhere = try await response(from: server) {
        $0.authorities = .file(ca)
        $0.pinnedPublicKeys = ["example.org": [other]]
      }
      #expect(elsewhere.status == 200)
    }

    @Test("a client sends its certificate, from files and from memory")
    func clientCertificate() async throws {
      let ca = certificates.path("ca.pem")
      let server = try TLSServer(
        certificates, options: ["-Verify", "1", "-CAfile", ca, "-verify_return_error"])
      defer { server.stop() }
      let (file, key) = (certificates.path("client.pem"), certificates.path("client.key"))
      let byFile = try await response(from: server) {
        $0.authorities = .file(ca)
        $0.clientCertificate = .files(certificate: file, key: key)
      }
      #expect(byFile.status == 200)
      let (bytes, keyBytes) = (try certificates.data("client.pem"), try certificates.data("client.key"))
      let byMemory = try await response(from: server) {
        $0.authorities = .file(ca)
        $0.clientCertificate = .pem(certificate: bytes, key: keyBytes)
      }
      #expect(byMemory.status == 200)
      try certificates.lockKey("client", password: "open sesame")
      let locked = certificates.path("client-locked.key")
      let byPassword = try await response(from: server) {
        $0.authorities = .file(ca)
        $0.clientCertificate = .files(certificate: file, key: locked, password: "open sesame")
      }
      #expect(byPassword.status == 200)
    }

    @Test("the error of a missing client certificate file names it")
    func missingCertificate() async throws {
      let server = try TLSServer(certificates)
      defer { server.stop() }
      let error = await #expect(throws: NetworkRequestError.self) {
        try await response(from: server) {
          $0.clientCertificate = .files(certificate: "/nowhere.pem", key: "/nowhere.key")
        }
      }
      #expect(error?.kind == .invalidRequest && error?.description.contains("“/nowhere.pem”") == true)
    }

    @Test("TLS 1.1 is refused, and 1.3 can be required")
    func versions() async throws {
      let ca = certificates.path("ca.pem")
      let old = try TLSServer(certificates, options: ["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"])
      defer { old.stop() }
      #expect(await failure(from: old) { $0.authorities = .file(ca) } == .secureConnectionFailed)
      let recent = try TLSServer(certificates, options: ["-tls1_2"])
      defer { recent.stop() }
      #expect(try await response(from: recent) { $0.authorities = .file(ca) }.status == 200)
      let code = await failure(from: recent) {
        $0.authorities = .file(ca)
        $0.minimumVersion = .tls13
      }
      #expect(code == .secureConnectionFailed)
    }

    @Test("a header section that is cut by close_notify fails its own call alone, however many wait")
    func cutHeads() async throws {
      let server = try FaultServer(certificates) { connection in
        let isFirst = connection.number == 0
        while true {
          try connection.readRequest()
          guard isFirst else {
            try connection.send(HTTPMessage.response(body: "ok"))
            continue
          }
          connection.pause(0.2)
          try connection.send("HTTP/1.1 200 OK\r\nContent-")
          connection.closeNotify()
          connection.waitUntilClosed()
        }
      }
      defer { server.stop() }
      let transport = CurlTest.fresh {
        $0.tls.authorities = .file(certificates.path("ca.pem"))
        $0.connectionsPerHost = 1
      }
      let request = CurlTest.request(server.url(), method: .post, body: .text("content"))
      let failures = await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<20 {
          group.addTask { if case .failure = await transport.outcome(of: request) { true } else { false } }
        }
        return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(failures == 1)
    }

    @Test("a new connection resumes the TLS session of an earlier one, of any call of the transport")
    func resumption() async throws {
      let resumed = Locked<[Bool]>([])
      let server = try FaultServer(certificates) { connection in
        resumed.withLock { $0.append(connection.isResumed) }
        while true {
          try connection.readRequest()
          let response = HTTPMessage.response(body: "ok", headers: ["Connection: close"])
          try connection.send(response)
          connection.closeNotify()
        }
      }
      defer { server.stop() }
      let transport = CurlTest.fresh { $0.tls.authorities = .file(certificates.path("ca.pem")) }
      for _ in 0..<4 {
        #expect(try await transport.send(CurlTest.request(server.url())).text == "ok")
      }
      #expect(resumed.withLock { $0 } == [false, true, true, true])
      // Another transport shares nothing with it.
      let other = CurlTest.fresh { $0.tls.authorities = .file(certificates.path("ca.pem")) }
      _ = try await other.send(CurlTest.request(server.url()))
      #expect(resumed.withLock { $0 }.last == false)
    }
  }
#endif
