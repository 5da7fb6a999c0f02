import BenchmarkClients
import Foundation

/// The memory of a client, of long transfers and of many at once, each measured in a process of its own.
enum MemoryTable {
  static func print(port: UInt16) throws {
    for scenario in MemoryScenario.allCases {
      report("\n\(scenario.title)")
      for client in scenario.clients { try print(scenario, client, port) }
    }
  }

  /// Has a process of its own measure one client, and print the row.
  private static func print(_ scenario: MemoryScenario, _ client: ClientName, _ port: UInt16) throws {
    try Self.run("memory-run", scenario.rawValue, client.rawValue, "\(port)")
  }

  /// Runs this program in a process of its own, and waits for its end.
  static func run(_ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = arguments
    try process.run()
    process.waitUntilExit()
  }
}
