#if os(Linux)
  import RequisiteTesting
  import Testing

  @Suite("Conformance of CurlTransport", .timeLimit(.minutes(3)))
  struct CurlConformanceTests {
    @Test(
      "CurlTransport passes the conformance tests without excuses", .feature("C3"),
      arguments: TransportConformance.all)
    func conforms(check: TransportConformance.Check) async throws {
      try await check.run(on: CurlTest.transport) { try ScriptedServer($0) }
    }
  }
#endif
