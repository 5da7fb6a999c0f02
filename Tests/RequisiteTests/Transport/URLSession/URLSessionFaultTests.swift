#if os(Linux)
  import Foundation
  import Requisite
  import TestSupport
  import Testing

  /// FoundationNetworking ends the process on some responses, so the faults run in processes of their own.
  @Suite("URLSessionTransport on Linux: faults of servers", .timeLimit(.minutes(3)))
  struct URLSessionFaultTests {
    private static let key = "REQUISITE_URLSESSION_FAULTS"
    private static var asked: String? { ProcessInfo.processInfo.environment[key] }

    /// What the child processes run: all faults at once, or the one that ends the process.
    @Test("(run by another test) calls the servers that are asked for", .enabled(if: asked != nil))
    func child() async throws {
      let name = try #require(Self.asked)
      let faults = ServerFault.overURLSession.filter { name.isEmpty ? !$0.endsURLSession : $0.name == name }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for fault in faults {
          group.addTask {
            for (delivery, form) in ServerFaultRun.deliveries {
              let outcome = try await ServerFaultRun.outcome(
                of: fault, form, over: URLSessionTransport.shared)
              FileHandle.standardOutput.write(Data("fault: \(fault.name) | \(delivery) | \(outcome)\n".utf8))
            }
          }
        }
        try await group.waitForAll()
      }
    }

    @Test("F27: each fault has its outcome, the same for each delivery", .enabled(if: asked == nil))
    func outcomes() throws {
      let lines = try Set(run("").text.split(separator: "\n"))
      for fault in ServerFault.overURLSession where !fault.endsURLSession {
        for (delivery, _) in ServerFaultRun.deliveries {
          #expect(lines.contains("fault: \(fault.name) | \(delivery) | \(fault.urlSessionOutcome)"))
        }
      }
    }

    @Test(
      "F27: some faults end the process", .enabled(if: asked == nil),
      arguments: ServerFault.overURLSession.filter(\.endsURLSession))
    func fatal(fault: ServerFault) throws {
      let end = try run(fault.name)
      #expect(end.status == nil)
      #expect(!end.text.contains("fault: "))
    }

    private func run(_ name: String) throws -> ChildProcess.End {
      try ChildProcess.run(
        ChildProcess.ownPath,
        ["--testing-library", "swift-testing", "--filter", "URLSessionFaultTests/child"],
        environment: [Self.key: name], reading: .standard)
    }
  }
#endif
