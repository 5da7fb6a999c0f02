import ArgumentParser
import BenchmarkClients
import Foundation

/// The process that measures how much memory one client takes beyond what the process had before.
struct MemoryRun: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "memory-run", shouldDisplay: false)

  @Argument var scenario: MemoryScenario
  @Argument var name: ClientName
  @Argument var port: UInt16

  func run() async throws {
    let ownBefore = Usage.ownMemory
    guard let client = name.client(of: BenchmarkServer(port: port)) else { return }
    do {
      try await client.todo()
      try await measure(client, ownBefore)
    } catch {
      report("  \(client.name): failed, \(error)")
    }
    try await client.shutDown()
  }

  private func measure(_ client: any BenchmarkClient, _ ownBefore: Int) async throws {
    Usage.resetPeak()
    let (before, cpu, start) = (Usage.memory.now, Usage.cpu, ContinuousClock.now)
    let detail = try await transfer(client)
    let wall = start.duration(to: .now) / .seconds(1)
    let bytes = scenario == .idle ? Usage.ownMemory - ownBefore : Usage.memory.peak - before
    report(
      "  " + client.name.padded(to: 30) + number(Double(bytes) / 1_048_576, 8, 1) + " MB"
        + number(wall, 8, 2) + " s" + number(Usage.cpu - cpu, 8, 2) + " CPU s  " + detail)
  }

  private func transfer(_ client: any BenchmarkClient) async throws -> String {
    switch scenario {
    case .idle: return "after one GET of 83 bytes"
    case .buffered: return "\(try await client.bytes("/bytes/200000000")) bytes"
    case .slow:
      // A reader that takes a millisecond for each 400 KB.
      let pace = Pace()
      try await client.stream("/bytes/200000000") { count in
        if pace.add(count) { try await Task.sleep(for: .milliseconds(1)) }
      }
      return "\(pace.total) bytes"
    case .upload:
      let file = FileManager.default.temporaryDirectory.appendingPathComponent("upload-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: file) }
      try Data().write(to: file)
      let handle = try FileHandle(forWritingTo: file)
      try handle.truncate(atOffset: 500_000_000)
      try handle.close()
      return "status \(try await client.upload(file))"
    case .thousand:
      try await thousandAtOnce(client)
      return "1000 requests at once to a server that takes 1 s"
    case .again:
      for _ in 0..<3 { try await thousandAtOnce(client) }
      return "1000 at once, three times, on the connections of the first"
    }
  }

  private func thousandAtOnce(_ client: any BenchmarkClient) async throws {
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<1000 { group.addTask { try await client.bytes("/slow/1000") } }
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
