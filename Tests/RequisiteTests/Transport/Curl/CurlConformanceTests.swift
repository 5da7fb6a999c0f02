#if os(Linux)
  import RequisiteTesting
  import Testing

  @Suite("CurlTransport does what every terminal transport must do", .timeLimit(.minutes(3)))
  struct CurlConformanceTests {
    @Test("C3: no excuses", arguments: TransportConformance.all)
    func conforms(check: TransportConformance.Check) async throws {
      try await check.run(on: CurlTest.transport) { try ScriptedServer($0) }
    }
  }
#endif
