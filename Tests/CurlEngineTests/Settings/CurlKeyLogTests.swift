#if os(Linux)
  import TestSupport
  import Testing

  @testable import CurlEngine

  @Suite(
    "The file of SSLKEYLOGFILE", .timeLimit(.minutes(1)),
    .enabled(if: Certificates.isAvailable && CurlLibrary.usable?.isOpenSSL == true))
  struct CurlKeyLogTests {
    private static let key = "REQUISITE_KEY_LOG"
    private static let choice = ProcessInfo.processInfo.environment[key]

    @Test("(run by another test) makes a call", .enabled(if: choice != nil))
    func child() async throws {
      let certificates = try Certificates.shared.get()
      let server = try FaultServer(certificates) { connection in
        try connection.readRequest()
        try connection.send(HTTPMessage.response(body: "a"))
      }
      defer { server.stop() }
      var settings = CurlSettings()
      settings.authorities = .file(certificates.path("ca.pem"))
      settings.ignoresKeyLogFile = Self.choice == "true"
      let session = CurlSession(settings)
      let request = try EngineTest.request(server.url().absoluteString, in: session)
      #expect(await session.perform(CurlTransfer(request)) == nil)
      await session.shutDown(cancelling: true)
    }

    /// In a process of its own, because libcurl reads the variable when it is loaded.
    @Test(
      "gets the keys of TLS, unless the settings ignore it", .enabled(if: choice == nil),
      arguments: [false, true])
    func keys(isIgnored: Bool) async throws {
      let folder = try TemporaryFolder()
      let path = folder.url.appendingPathComponent("keys").path
      let child = try ChildProcess(
        test: "CurlKeyLogTests/child", environment: [Self.key: "\(isIgnored)", "SSLKEYLOGFILE": path],
        reading: .both)
      let end = await BlockingQueue("key log").run { child.end() }
      #expect(end.status == 0 && end.text.contains("1 test"), "\(end.text)")
      let keys = String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
      #expect(keys.contains("CLIENT_") != isIgnored)
    }
  }
#endif
