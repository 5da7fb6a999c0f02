import RequisiteTesting
import Testing

/// What each transport is held to.
enum Conformance {
  static let urlSession = TransportConformance(excusing: reasons)
  /// Of a session of a program, which has the classic loader on Apple's systems.
  static let session = TransportConformance(
    excusing: reasons.merging([
      "cookies are not kept": "a session of a program keeps its cookies, as it is configured to",
      "a chunked body that is cut after a chunk is a failure": "the classic loader takes it for complete",
      "a chunked body that is cut in the last chunk is a failure":
        "the classic loader may take it for complete",
    ]) { $1 })
  private static let reasons = [
    "a body from a stream of unknown length is sent in chunks":
      "Foundation on Linux sends a body stream empty or not at all, so it is read into memory first",
    "trailer fields of a streamed response are reported at its end":
      "Foundation hands no trailer fields over, and on Linux the process crashes",
    "trailer fields come with a response in memory and with a file":
      "Foundation hands no trailer fields over, and on Linux the process crashes",
  ]
}

@Suite("Conformance of terminal transports", .timeLimit(.minutes(3)))
struct ConformanceTests {
  @Test(
    "URLSessionTransport passes the conformance tests", .feature("C1", "C2", "C3", "F3"),
    arguments: Conformance.urlSession.checks)
  func urlSession(check: TransportConformance.Check) async throws {
    try await check.run(on: URLSessionTransport.shared) { try ScriptedServer($0) }
  }

  @Test(
    "so does one with a session of a program", .feature("C2", "F25"), arguments: Conformance.session.checks)
  func session(check: TransportConformance.Check) async throws {
    try await check.run(on: URLSessionTransport(URLSession(configuration: .ephemeral))) {
      try ScriptedServer($0)
    }
  }

  @Test("every excused check exists")
  func excuses() {
    #expect(Conformance.urlSession.unknownExcuses.isEmpty && Conformance.session.unknownExcuses.isEmpty)
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
