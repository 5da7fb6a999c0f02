#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import Requisite

  /// FoundationNetworking ends the process on some responses, so the faults run in processes of their own.
  @Suite("URLSessionTransport on Linux: faults of servers", .timeLimit(.minutes(3)))
  struct URLSessionFaultTests {
    private static let key = "REQUISITE_URLSESSION_FAULTS"
    private static var asked: String? { ProcessInfo.processInfo.environment[key] }

    /// Whether the table is that of this Foundation: of Swift 6.3. That of 6.2 ends the process on more of the faults.
    private static var isKnown: Bool {
      var isKnown = false
      #if compiler(>=6.3)
        isKnown = true
      #endif
      return isKnown
    }

    /// What the child processes run: all faults at once, or the one that ends the process.
    @Test("(run by another test) calls the servers that are asked for", .enabled(if: asked != nil))
    func child() async throws {
      let name = try #require(Self.asked)
      let faults = ServerFault.overURLSession.filter { name.isEmpty ? !$0.endsURLSession : $0.name == name }
      // What ends by the timeout is waited for once, for all deliveries.
      let works = faults.flatMap { fault in
        let deliveries = ServerFaultRun.deliveries
        return fault.endsByTimeout ? deliveries.map { (fault, [$0]) } : [(fault, deliveries)]
      }
      // All tasks of URLSession share a queue, so a timeout counts the time of the others. What hangs ends by the alarm.
      alarm(150)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (fault, deliveries) in works {
          group.addTask {
            for (delivery, form) in deliveries {
              let outcome = try await ServerFaultRun.outcome(
                of: fault, form, over: URLSessionTransport.shared, timeout: .seconds(12))
              FileHandle.standardOutput.write(Data("fault: \(fault.name) | \(delivery) | \(outcome)\n".utf8))
            }
          }
        }
        try await group.waitForAll()
      }
    }

    @Test(
      "each fault has its outcome, the same for each delivery", .feature("F27"),
      .enabled(if: asked == nil && isKnown))
    func outcomes() async throws {
      let lines = try await run("").text.split(separator: "\n")
      for fault in ServerFault.overURLSession where !fault.endsURLSession {
        for (delivery, _) in ServerFaultRun.deliveries {
          let start = "fault: \(fault.name) | \(delivery) | "
          let outcome = lines.first { $0.hasPrefix(start) }?.dropFirst(start.count)
          #expect(outcome.map(String.init) == fault.urlSessionOutcome, "\(start)")
        }
      }
    }

    @Test(
      "some faults end the process", .feature("F27"), .enabled(if: asked == nil),
      arguments: ServerFault.overURLSession.filter(\.endsURLSession))
    func fatal(fault: ServerFault) async throws {
      let end = try await run(fault.name)
      #expect(end.status == nil)
      #expect(!end.text.contains("fault: "))
    }

    private func run(_ name: String) async throws -> ChildProcess.End {
      let process = try ChildProcess(
        test: "URLSessionFaultTests/child", environment: [Self.key: name], reading: .standard)
      return await BlockingQueue("faults").run { process.end() }
    }
  }
#endif
