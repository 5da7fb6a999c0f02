#if os(Linux)
  import Requisite
  import TestSupport
  import Testing

  /// Certificates that are refused, by the client and by the server: Foundation's code, and libcurl's own account.
  @Suite(
    "CurlTransport: refused certificates", .enabled(if: Certificates.isAvailable), .timeLimit(.minutes(3)))
  struct CurlCertificateTests {
    private let certificates: Certificates

    init() throws { certificates = try Certificates() }

    private func failure(
      from server: TLSServer, host: String = "localhost", trusting authority: String? = "ca",
      showing client: String? = nil
    ) async throws -> NetworkRequestError? {
      let transport = CurlTest.fresh {
        if let authority { $0.tls.authorities = .file(certificates.path("\(authority).pem")) }
        if let client {
          $0.tls.clientCertificate = .files(
            certificate: certificates.path("\(client).pem"), key: certificates.path("\(client).key"))
        }
        $0.resolve = [.init(host: host, port: server.port, address: "127.0.0.1")]
      }
      let url = try #require(URL(string: "https://\(host):\(server.port)/"))
      return await #expect(throws: NetworkRequestError.self) {
        try await transport.send(CurlTest.request(url))
      }
    }

    @Test("a server's certificate that has expired")
    func expired() async throws {
      try certificates.certify("old", from: "20200101000000Z", to: "20210101000000Z")
      let server = try TLSServer(certificates, certificate: "old")
      defer { server.stop() }
      let error = try await failure(from: server)
      #expect(error?.code == .serverCertificateHasBadDate && error?.curlCode == 60)
      #expect(error?.words.contains("certificate has expired") == true)
    }

    @Test("a server's certificate that is not valid yet")
    func notYetValid() async throws {
      try certificates.certify("new", from: "20980101000000Z", to: "20990101000000Z")
      let server = try TLSServer(certificates, certificate: "new")
      defer { server.stop() }
      let error = try await failure(from: server)
      #expect(error?.code == .serverCertificateNotYetValid && error?.curlCode == 60)
      #expect(error?.words.contains("certificate is not yet valid") == true)
    }

    @Test("a server's certificate for another host")
    func otherHost() async throws {
      let server = try TLSServer(certificates)
      defer { server.stop() }
      let error = try await failure(from: server, host: "example.org")
      #expect(error?.code == .serverCertificateUntrusted && error?.curlCode == 60)
      #expect(error?.words.contains("example.org") == true)
    }

    @Test("a server's certificate that is self-signed")
    func selfSigned() async throws {
      try certificates.certifyItself("self")
      let server = try TLSServer(certificates, certificate: "self")
      defer { server.stop() }
      let error = try await failure(from: server)
      #expect(error?.code == .serverCertificateHasUnknownRoot && error?.curlCode == 60)
      #expect(
        error?.words.replacing("self-signed", with: "self signed").contains("self signed certificate") == true
      )
    }

    @Test("a server's certificate of an unknown authority")
    func unknownAuthority() async throws {
      let server = try TLSServer(certificates)
      defer { server.stop() }
      let error = try await failure(from: server, trusting: "other")
      #expect(error?.code == .serverCertificateHasUnknownRoot && error?.curlCode == 60)
      #expect(error?.words.contains("unable to get local issuer certificate") == true)
    }

    @Test(
      "the authorities of the system are used by default",
      .enabled(if: CurlTest.oldLibrary == nil))
    func system() async throws {
      let server = try TLSServer(certificates)
      defer { server.stop() }
      let error = try await failure(from: server, trusting: nil)
      #expect(error?.code == .serverCertificateHasUnknownRoot && error?.curlCode == 60)
    }

    /// A server that demands a certificate of its own authority.
    private func demanding(_ options: String...) throws -> TLSServer {
      let demand = ["-Verify", "1", "-CAfile", certificates.path("ca.pem"), "-verify_return_error"]
      return try TLSServer(certificates, options: demand + options)
    }

    @Test(
      "a missing client certificate: TLS 1.3 names the reason, and TLS 1.2 asked for it before the handshake failed"
    )
    func missing() async throws {
      let (recent, old) = (try demanding("-tls1_3"), try demanding("-tls1_2"))
      defer { [recent, old].forEach { $0.stop() } }
      let said = try await failure(from: recent)
      #expect(said?.code == .clientCertificateRequired)
      #expect(said?.words.contains("alert certificate required") == true)
      let unsaid = try await failure(from: old)
      #expect(unsaid?.code == .clientCertificateRequired)
      #expect(unsaid?.words.contains("asked for a client certificate") == true)
    }

    @Test("a client certificate of an authority unknown to the server", arguments: ["-tls1_3", "-tls1_2"])
    func unknownClient(version: String) async throws {
      let server = try demanding(version)
      defer { server.stop() }
      let error = try await failure(from: server, showing: "other")
      #expect(error?.code == .clientCertificateRejected)
      #expect(error?.words.contains("alert unknown ca") == true)
    }

    @Test("a file of the client certificate that does not exist is an error of the configuration")
    func noFile() throws {
      for (file, key) in [("none.pem", "ca.key"), ("ca.pem", "none.key")] {
        var configuration = TransportConfiguration()
        configuration.tls.clientCertificate = .files(
          certificate: certificates.path(file), key: certificates.path(key))
        let error = #expect(throws: NetworkRequestError.self) { _ = try CurlTransport(configuration) }
        let missing = certificates.path(file == "none.pem" ? file : key)
        #expect(error?.kind == .invalidRequest && "\(error as Any)".contains(missing), "\(error as Any)")
        #expect("\(error as Any)".contains("clientCertificate"), "\(error as Any)")
      }
    }

    @Test(
      "a client certificate whose key does not fit, or that is no certificate, is not said to be the server's refusal"
    )
    func misfit() async throws {
      try certificates.certify("one", from: "20200101000000Z", to: "20990101000000Z")
      let server = try demanding()
      defer { server.stop() }
      for (file, key) in [("one.pem", "ca.key"), ("one.key", "one.key"), ("one.pem", "one.pem")] {
        let transport = CurlTest.fresh {
          $0.tls.authorities = .file(certificates.path("ca.pem"))
          $0.tls.clientCertificate = .files(
            certificate: certificates.path(file), key: certificates.path(key))
        }
        let url = try #require(URL(string: "https://localhost:\(server.port)/"))
        let error = await #expect(throws: NetworkRequestError.self) {
          try await transport.send(CurlTest.request(url))
        }
        #expect(error?.kind == .invalidRequest && !"\(error as Any)".contains("refused"), "\(error as Any)")
        #expect("\(error as Any)".contains("tls.clientCertificate"), "\(error as Any)")
      }
    }

    @Test("a client certificate that has expired", arguments: ["-tls1_3", "-tls1_2"])
    func expiredClient(version: String) async throws {
      try certificates.certify("old", from: "20200101000000Z", to: "20210101000000Z")
      let server = try demanding(version)
      defer { server.stop() }
      let error = try await failure(from: server, showing: "old")
      #expect(error?.code == .clientCertificateRejected)
    }
  }
#endif
