#if os(Linux)
  import RequisiteTesting
  import Testing

  @Suite("Conformance of CurlTransport", .timeLimit(.minutes(3)))
  struct CurlConformanceTests {
    @Test(
      "C3: CurlTransport passes the conformance tests without excuses", arguments: TransportConformance.all)
    func conforms(check: TransportConformance.Check) async throws {
      try await check.run(on: CurlTest.transport) { try ScriptedServer($0) }
    }
  }
#endif
