import BenchmarkClients
import Foundation

/// The memory of a client, of long transfers and of many at once, each measured in a process of its own.
enum MemoryTable {
  static func print(port: UInt16) throws {
    let peak = ": the most memory beyond that at the start, time, CPU time"
    let titles = [
      ("idle", "a client that is idle: the memory of its own, without pages of libraries"),
      ("buffered", "200 MB in memory\(peak)"), ("slow", "200 MB streamed to a slow reader\(peak)"),
      ("upload", "500 MB sent from a file\(peak)"),
      ("thousand", "1,000 in flight to a server that takes 1 s\(peak)"),
      ("again", "the same three times\(peak)"),
    ]
    for (scenario, title) in titles {
      report("\n\(title)")
      let names =
        ["thousand", "again"].contains(scenario)
        ? ["urlsession", "ahc-1000", "requisite"] : ["urlsession", "ahc", "default"]
      for name in names where !(name == "urlsession" && ["slow", "again"].contains(scenario)) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["memory-run", scenario, name, "\(port)"]
        try process.run()
        process.waitUntilExit()
      }
    }
  }

  /// The child process: `memory-run SCENARIO CLIENT PORT`.
  static func run(_ words: [String]) async throws {
    let before = Usage.ownMemory
    guard let client = TransportBenchmarks.client(words[2], BenchmarkServer(port: UInt16(words[3]) ?? 0))
    else { return }
    do { try await MemoryRun(client: client, ownBefore: before).run(words[1]) } catch {
      report("  \(client.name): failed, \(error)")
    }
    try await client.shutDown()
  }
}
