#if os(Linux)
  import TestSupport
  import Testing

  @testable import Requisite

  /// For `.ci/old-libcurl`, which says which version it has put in the place of the machine's.
  @Suite("An old libcurl", .enabled(if: CurlTest.oldLibrary != nil), .timeLimit(.minutes(3)))
  struct OldLibraryTests {
    private var isUsable: Bool {
      CurlTest.oldLibrary?.compare("7.68", options: .numeric) != .orderedAscending
    }

    @Test("is in use in this process")
    func isLoaded() {
      guard isUsable else { return #expect(CurlTransport.libraryVersion == nil) }
      #expect(CurlTransport.libraryVersion == CurlTest.oldLibrary)
    }

    @Test(
      "before 7.68, it is not used: URLSession replaces it, and the error of a CurlTransport gives the reason"
    )
    func fallback() async throws {
      let server = try FaultServer.answering(body: "hello")
      defer { server.stop() }
      let request = TransportRequest(url: server.url())
      #expect(try await DefaultTransport.shared.send(request).status == 200)
      #expect((DefaultTransport.shared is URLSessionTransport) == !isUsable)
      guard !isUsable else { return }
      let error = await #expect(throws: NetworkRequestError.self) { try await CurlTransport().send(request) }
      #expect(error?.code == .resourceUnavailable)
      #expect(error?.words.contains("\(CurlTest.oldLibrary ?? "") is older than 7.68") == true)
    }
  }
#endif
