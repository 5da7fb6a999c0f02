#if os(Linux)
  import Requisite
  import Testing

  @testable import Examples

  @Suite(.enabled(if: TLSService.isAvailable), .timeLimit(.minutes(1))) struct MutualTLSTests {
    @Test("A server that requires a client certificate refuses a client without one")
    func certificates() async throws {
      let service = try await TLSService()
      let url = "https://localhost:\(service.port)"
      let authority = service.path("ca.pem")
      let identity = MutualTLS.Identity(
        certificate: service.path("client.pem"), key: service.path("client.key"))
      let page = try await MutualTLS(baseURL: url, authority: authority, identity: identity).page()
      #expect(page.contains("s_server"))
      await #expect(throws: NetworkRequestError.self) {
        try await MutualTLS(baseURL: url, authority: authority, identity: nil).page()
      }
      try service.stop()
    }
  }
#endif
