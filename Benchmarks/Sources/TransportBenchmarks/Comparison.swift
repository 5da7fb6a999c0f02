import ArgumentParser
import BenchmarkClients
import Foundation
import Requisite

/// Measures the tables that the command line names.
struct Comparison: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare", abstract: "Prints tables of times, of which each row compares the clients.")

  /// The tables, by the words that choose them.
  enum Table: String, CaseIterable, ExpressibleByArgument {
    case small, list, headers, megabyte, tls, http2, lines, threads, stack, memory, waiting

    /// True for the tables that take long or need more than most machines have.
    var isExtra: Bool { self == .http2 || self == .memory || self == .waiting }
  }

  @Argument(
    help: """
      The tables; all but http2, memory and waiting by default. Those of tls need nginx and openssl, http2 also a libcurl with \
      which CurlTransport speaks HTTP/2.
      """)
  var tables: [Table] = []

  @Option(help: "How often each client is measured, in turns.")
  var rounds = 9

  @Option(help: "Measures one client, for a profiler.")
  var only: ClientName?

  func validate() throws {
    if rounds < 1 { throw ValidationError("The number of rounds is at least 1, not \(rounds).") }
  }

  func run() async throws {
    let servers = try BenchmarkServers(
      needsTLS: has(.tls) || has(.http2) || has(.threads) || has(.waiting))
    defer { servers.end() }
    try await measure(servers)
    if has(.lines) { try await LineRun(servers.plain.address, rounds: rounds).run() }
    if has(.threads) { try await ThreadsTable(servers: servers, rounds: rounds).measure() }
    if has(.stack) { try await StackTable(server: servers.plain.address, rounds: rounds).measure() }
    if has(.memory) { try MemoryTable.print(port: servers.plain.port) }
    if has(.waiting) { try WaitingTable(servers: servers).print() }
  }

  /// Whether a table is to be measured.
  private func has(_ table: Table) -> Bool { tables.isEmpty ? !table.isExtra : tables.contains(table) }

  private func measure(_ servers: BenchmarkServers) async throws {
    let names = only.map { [$0] } ?? ClientName.compared
    var clients: [Workload.Target: [any BenchmarkClient]] = [:]
    var ratios = RatioTable()
    for (table, workloads) in Workload.tables where has(table) {
      for workload in workloads {
        let target = workload.target
        guard let server = servers[target.server] else { continue }
        if clients[target] == nil { clients[target] = await able(names, server, target.decoder?.instance) }
        let measured = clients[target] ?? []
        ratios.rows.append(
          try await Throughput(clients: measured, rounds: rounds).measure(workload))
      }
    }
    ratios.print()
    for client in clients.values.joined() { try await client.shutDown() }
  }

  /// The clients that can call the server. Reports the others: on Linux, URLSession trusts no authority of one's own.
  private func able(
    _ names: [ClientName], _ server: BenchmarkServer, _ decoder: (any ResponseDecoder)?
  ) async -> [any BenchmarkClient] {
    var able: [any BenchmarkClient] = []
    for client in names.compactMap({ $0.client(of: server, decoder: decoder) }) {
      do {
        try await client.todo()
        able.append(client)
      } catch {
        report("\n\(client.name) is left out of the rows of \(server.base): \(error)")
        try? await client.shutDown()
      }
    }
    return able
  }
}
