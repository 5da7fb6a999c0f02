import ArgumentParser
import BenchmarkClients

/// Calls to a server that answers after 100 ms, up to 10,000 in flight: each client and number in a process of its own.
struct WaitingTable {
  let servers: BenchmarkServers

  func print() throws {
    // Through nginx, a call takes two of its descriptors, of which a process may have 20,000 on most machines.
    for (kind, widths) in [
      (Workload.Server.plain, [1, 16, 64, 1000, 10_000]), (.http1, [1, 16, 64, 1000, 4000]),
    ] {
      guard let server = servers[kind] else { continue }
      for width in widths {
        report("\n\(kind == .plain ? "HTTP/1.1" : "TLS"), \(width) in flight to a server that takes 100 ms")
        // On Linux, URLSession trusts no authority of one's own.
        let others: [ClientName] = kind == .plain ? [.ahcMany, .urlsessionMany] : [.ahcMany]
        for client in [.requisite] + others {
          try MemoryTable.run(
            "waiting-run", client.rawValue, "\(width)", server.base, server.authority ?? "")
        }
      }
    }
  }
}

/// The process that measures one client of ``WaitingTable``.
struct WaitingRun: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "waiting-run", shouldDisplay: false)

  @Argument var name: ClientName
  @Argument var width: Int
  @Argument var base: String
  @Argument var authority: String

  func run() async throws {
    ServerProcess.allowDescriptors()
    let server = BenchmarkServer(base: base, authority: authority.isEmpty ? nil : authority)
    guard let client = name.client(of: server) else { return }
    let call: @Sendable () async throws -> Void = { _ = try await client.bytes("/slow/100") }
    do {
      try await call()
      Usage.resetPeak()
      let before = Usage.memory.now
      // Opens the connections, and does not count.
      _ = try await Measurement.run(count: width, width: width, call)
      let rounds = max(5, min(20, 20_000 / width))
      let result = try await Measurement.run(count: width * rounds, width: width, call)
      report(
        "  " + client.name.padded(to: 20) + number(result.perSecond, 9, 0) + "/s"
          + number(result.cpuEach, 9, 1)
          + " µs CPU each" + number(Double(Usage.memory.peak - before) / Double(width) / 1024, 9, 1)
          + " KB each")
    } catch {
      report("  \(client.name): failed, \(error)")
    }
    try await client.shutDown()
  }
}
