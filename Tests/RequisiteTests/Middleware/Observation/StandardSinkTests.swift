#if os(Linux)
  import Foundation
  import RequisiteTesting
  import TestSupport
  import Testing

  @testable import Requisite

  @Suite("The default log", .timeLimit(.minutes(3)))
  struct StandardSinkTests {
    private static let childKey = "REQUISITE_LOG_CHILD"
    private static var isChild: Bool { ProcessInfo.processInfo.environment[childKey] != nil }

    /// The work of a child process, whose standard error the other test reads.
    @Test("(run by another test) logs two calls without naming a sink", .enabled(if: isChild))
    func child() async throws {
      let stub = StubTransport { On.any().respond(.text("four"), .status(500)) }
      let transport = stub.logged()
      for path in ["/todos?token=canary-7f3a", "/failing"] {
        _ = try await transport.send(TransportRequest(url: .api(path)))
      }
    }

    @Test(
      "by default, calls are logged to standard error on Linux, one per line, without secrets",
      .feature("C13", "F24"),
      .enabled(if: !isChild))
    func standardError() async throws {
      let process = try ChildProcess(
        test: "StandardSinkTests/child", environment: [Self.childKey: "1"], reading: .errors)
      let text = await BlockingQueue("stderr").run { process.end().text }
      let lines = text.split(separator: "\n").filter { $0.hasPrefix("[requisite] ") }
      #expect(lines.count == 2, "one line a call: starts are of the level debug, which is left out")
      #expect(
        lines.first?.hasPrefix("[requisite] info ← 200 OK GET https://api.example.com/todos?token=") == true)
      #expect(lines.last?.hasPrefix("[requisite] error ← 500 ") == true)
      #expect(!text.contains("canary"))
    }
  }
#endif
