import BenchmarkClients
import Foundation

/// Measures how much memory a transfer takes beyond what the process had before. Run in a process of its own.
struct MemoryRun {
  let client: any BenchmarkClient
  /// The process's own memory without the client.
  let ownBefore: Int

  func run(_ scenario: String) async throws {
    try await client.todo()
    if scenario == "idle" { return row(Usage.ownMemory - ownBefore, "after one GET of 83 bytes") }
    Usage.resetPeak()
    let (before, cpu, start) = (Usage.memory.now, Usage.cpu, ContinuousClock.now)
    let detail = try await transfer(scenario)
    let wall = start.duration(to: .now) / .seconds(1)
    let times = String(format: "%6.2f s  %6.2f CPU s  ", wall, Usage.cpu - cpu)
    row(Usage.memory.peak - before, times + detail)
  }

  private func row(_ bytes: Int, _ detail: String) {
    report("  " + client.name.padded(to: 30) + number(Double(bytes) / 1_048_576, 8, 1) + " MB  " + detail)
  }

  private func transfer(_ scenario: String) async throws -> String {
    switch scenario {
    case "buffered": return "\(try await client.bytes("/bytes/200000000")) bytes"
    case "slow":
      // A reader that takes a millisecond for each 400 KB.
      let pace = Pace()
      try await client.stream("/bytes/200000000") { count in
        if pace.add(count) { try await Task.sleep(for: .milliseconds(1)) }
      }
      return "\(pace.total) bytes"
    case "upload":
      let file = FileManager.default.temporaryDirectory.appendingPathComponent("upload-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: file) }
      try Data().write(to: file)
      let handle = try FileHandle(forWritingTo: file)
      try handle.truncate(atOffset: 500_000_000)
      try handle.close()
      return "status \(try await client.upload(file))"
    case "thousand":
      try await thousandAtOnce()
      return "1000 requests at once to a server that takes 1 s"
    case "again":
      for _ in 0..<3 { try await thousandAtOnce() }
      return "1000 at once, three times, on the connections of the first"
    default: throw URLError(.badURL)
    }
  }

  private func thousandAtOnce() async throws {
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<1000 { group.addTask { [client] in try await client.bytes("/slow/1000") } }
      try await group.waitForAll()
    }
  }
}

/// Counts bytes, and says when the reader should pause.
final class Pace: @unchecked Sendable {
  private let lock = NSLock()
  private var sum = 0
  private var sincePause = 0

  var total: Int { lock.withLock { sum } }

  func add(_ count: Int) -> Bool {
    lock.withLock {
      sum += count
      sincePause += count
      guard sincePause > 400_000 else { return false }
      sincePause = 0
      return true
    }
  }
}
