import Requisite
import RequisiteTesting
import TestSupport
import Testing

@Suite("URLSessionTransport on Apple platforms", .timeLimit(.minutes(3)))
struct AppleConformanceTests {
  private static let reasons = [
    "a body from a stream of unknown length is sent in chunks":
      "Foundation on Linux, which does the work of the stand-in, cannot send chunks",
    "a body without a media type is announced as none":
      "Foundation announces a body without a type as a form",
    "trailer fields of a streamed response are reported at its end":
      "Foundation hands no trailer fields over, and the stand-in's on Linux crashes",
    "trailer fields come with a response in memory and with a file":
      "Foundation hands no trailer fields over, and the stand-in's on Linux crashes",
  ]
  private static let conformance = TransportConformance(excusing: reasons)
  private static let sessionConformance = TransportConformance(
    excusing: reasons.merging(
      ["cookies are not kept": "a session of a program keeps its cookies, as it is configured to"].merging(
        cuts.map { ($0, "the classic loader takes a chunked body that was cut for complete") }
      ) { $1 }
    ) { $1 })
  private static let cuts = ["in a chunk", "at the end of a chunk", "after a chunk", "in the last chunk"].map
  {
    "a chunked body that is cut \($0) is a failure"
  }

  @Test(
    "it passes the conformance tests of terminal transports", .feature("C2", "F29"),
    arguments: conformance.checks)
  func conforms(check: TransportConformance.Check) async throws {
    try await check.run(on: URLSessionTransport.shared) { try ScriptedServer($0) }
  }

  @Test(
    "sessions of a program, also the shared one, pass them too", .feature("C2", "F25"),
    arguments: sessionConformance.checks)
  func userSession(check: TransportConformance.Check) async throws {
    try await check.run(on: URLSession.shared) { try ScriptedServer($0) }
  }

  @Test("every excused check exists")
  func excuses() {
    #expect(Self.sessionConformance.unknownExcuses.isEmpty)
  }

  @Test("the platform's own transport is URLSession's")
  func platformDefault() {
    #expect(DefaultTransport.shared is URLSessionTransport)
  }
}
