#if os(Linux)
  import TestSupport
  import Testing

  @testable import Requisite

  @Suite("TransportConfiguration on Linux", .timeLimit(.minutes(3)))
  struct TransportConfigurationTests {
    private func transport(
      _ change: (inout TransportConfiguration) -> Void
    ) throws(NetworkRequestError) -> any TerminalTransport {
      var configuration = TransportConfiguration()
      configuration.proxy = .none
      change(&configuration)
      return try DefaultTransport.make(configuration)
    }

    @Test("it creates a CurlTransport with its limits", .feature("F15"))
    func makes() async throws {
      let server = try FaultServer { connection in
        while true {
          try connection.readRequest()
          try connection.send(HTTPMessage.response(body: "a"))
        }
      }
      defer { server.stop() }
      let transport = try transport {
        $0.connectionsPerHost = 1
        $0.connectTimeout = .seconds(5)
      }
      #expect(transport is CurlTransport)
      let url = server.url()
      try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<4 { group.addTask { try await transport.send(TransportRequest(url: url)).status } }
        for try await status in group { #expect(status == 200) }
      }
      #expect(server.connectionCount == 1)
    }

    @Test(
      "authorities and pins are enforced, with the hash that openssl computes", .feature("F15"),
      .enabled(if: Certificates.isAvailable)
    )
    func pins() async throws {
      let certificates = try Certificates()
      let server = try TLSServer(certificates)
      defer { server.stop() }
      let (ca, good, bad) = (
        certificates.path("ca.pem"), try certificates.pin("server"), try certificates.pin("other")
      )
      let url = try #require(URL(string: "https://localhost:\(server.port)/"))
      for (pin, isAccepted) in [(good, true), (bad, false)] {
        let transport = try transport {
          $0.tls.authorities = .file(ca)
          $0.tls.pinnedPublicKeys = ["LOCALHOST.": [pin]]
        }
        let result = await Result.awaiting { () async throws(NetworkRequestError) in
          try await transport.exchange(CurlTest.request(url))
        }
        switch result {
        case .success(let response): #expect(isAccepted && response.status == 200)
        case .failure(let error): #expect(!isAccepted && error.code == .serverCertificateUntrusted)
        }
      }
    }

    @Test(
      "a setting that a transport does not say it honours is an error that names it, also a later one",
      .feature("F15"))
    func unknown() throws {
      var configuration = TransportConfiguration()
      try configuration.check("A transport", honours: \.proxy)
      configuration.proxy = .none
      configuration.tls.minimumVersion = .tls13
      try configuration.check("A transport", honours: \.proxy, \.tls.minimumVersion)
      configuration.allowsExpensiveNetworks = false
      let settings: [(String, (TransportConfiguration) throws -> Void)] = [
        ("proxy", { try $0.check("A transport", honours: \.tls, \.allowsExpensiveNetworks) }),
        (
          "tls",
          { try $0.check("A transport", honours: \.proxy, \.tls.authorities, \.allowsExpensiveNetworks) }
        ),
        ("allowsExpensiveNetworks", { try $0.check("A transport", honours: \.proxy, \.tls) }),
      ]
      for (name, check) in settings {
        let problem = #expect(throws: SettingProblem.self) { try check(configuration) }
        #expect(problem?.message == "A transport cannot honour \(name) of a TransportConfiguration")
      }
    }

    private typealias Setting = (words: String, change: @Sendable (inout TransportConfiguration) -> Void)

    /// Settings that libcurl lacks or refuses, and the words in their errors.
    private static let refused: [Setting] = [
      ("waitsForConnectivity", { $0.waitsForConnectivity = true }),
      ("allowsExpensiveNetworks", { $0.allowsExpensiveNetworks = false }),
      ("allowsConstrainedNetworks", { $0.allowsConstrainedNetworks = false }),
      ("PKCS #12", { $0.tls.clientCertificate = .pkcs12(Data(), password: "secret") }),
      ("connectionsPerHost", { $0.connectionsPerHost = 0 }),
      ("idleTimeout", { $0.idleTimeout = .zero }),
      ("/nowhere.pem", { $0.tls.authorities = .file("/nowhere.pem") }),
      ("ftp://proxy", { $0.proxy = URL(string: "ftp://proxy.example.com").map { .server($0) } ?? .none }),
      ("no hash", { $0.tls.pinnedPublicKeys = ["localhost": ["no hash"]] }),
      (
        "is not a SHA-256 hash",
        { $0.tls.pinnedPublicKeys = ["localhost": [String(repeating: "A", count: 44)]] }
      ),
      (
        "https://localhost",
        { $0.tls.pinnedPublicKeys = ["https://localhost": [String(repeating: "A", count: 43) + "="]] }
      ),
    ]

    @Test(
      "a setting that cannot be honoured is an error that names it, when the transport is created",
      .feature("F15"),
      arguments: refused)
    private func refuses(_ setting: Setting) throws {
      let error = #expect(throws: NetworkRequestError.self) { try transport(setting.change) }
      guard case .invalidRequest(let problem) = try #require(error) else {
        Issue.record("another error")
        return
      }
      #expect(problem.part == .options && problem.reason.contains(setting.words))
    }
  }
#endif
