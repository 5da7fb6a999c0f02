import Requisite
import RequisiteTesting
import TestSupport
import Testing

@Suite("URLSessionTransport in the form of Apple's platforms", .timeLimit(.minutes(3)))
struct AppleConformanceTests {
  private static let conformance = TransportConformance(excusing: [
    "a body from a stream of unknown length is sent in chunks":
      "a body that is a stream is read into memory first, on every platform",
    "a body without a media type is announced as none":
      "Foundation announces a body without a type as a form",
    "trailer fields of a streamed response are reported at its end":
      "Foundation hands no trailer fields over, and the stand-in's on Linux crashes",
    "trailer fields come with a response in memory and with a file":
      "Foundation hands no trailer fields over, and the stand-in's on Linux crashes",
  ])

  @Test("C2, F29: it does what every terminal transport must do", arguments: conformance.checks)
  func conforms(check: TransportConformance.Check) async throws {
    try await check.run(on: URLSessionTransport.shared) { try ScriptedServer($0) }
  }

  @Test("C2, F25: so does a session of the user's, the shared one among them", arguments: conformance.checks)
  func userSession(check: TransportConformance.Check) async throws {
    try await check.run(on: URLSession.shared) { try ScriptedServer($0) }
  }

  @Test("there are no excuses for checks that there are none of")
  func excuses() {
    #expect(Self.conformance.unknownExcuses.isEmpty)
  }

  @Test("the platform's own transport is URLSession's")
  func platformDefault() {
    #expect(DefaultTransport.shared is URLSessionTransport)
  }
}
