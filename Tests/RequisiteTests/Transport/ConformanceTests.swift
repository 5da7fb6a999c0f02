import RequisiteTesting
import Testing

/// What each transport is held to.
enum Conformance {
  static let urlSession = TransportConformance(excusing: [
    "a body from a stream of unknown length is sent in chunks":
      "Foundation on Linux sends a body stream empty or not at all, so it is read into memory first",
    "trailer fields of a streamed response are reported at its end":
      "Foundation hands no trailer fields over, and on Linux the process crashes",
    "trailer fields come with a response in memory and with a file":
      "Foundation hands no trailer fields over, and on Linux the process crashes",
  ])
}

@Suite("Conformance of terminal transports", .timeLimit(.minutes(3)))
struct ConformanceTests {
  @Test(
    "URLSessionTransport passes the conformance tests", .feature("C1", "C2", "C3", "F3"),
    arguments: Conformance.urlSession.checks)
  func urlSession(check: TransportConformance.Check) async throws {
    try await check.run(on: URLSessionTransport.shared) { try ScriptedServer($0) }
  }

  @Test("every excused check exists")
  func excuses() {
    #expect(Conformance.urlSession.unknownExcuses.isEmpty)
  }

  /// Answers 200 without sending anything.
  struct Deaf: TerminalTransport {
    func exchange(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
      TransportResponse(status: 200, url: request.url)
    }
  }

  @Test("a transport that does nothing passes no check", .feature("F11"), arguments: TransportConformance.all)
  func deaf(check: TransportConformance.Check) async throws {
    await #expect(throws: ConformanceFailure.self) {
      try await check.run(on: Deaf()) { try ScriptedServer($0) }
    }
  }
}
