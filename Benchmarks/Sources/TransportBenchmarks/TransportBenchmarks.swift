import BenchmarkClients
import Foundation
import Requisite

/// Whole calls of all clients, in turns, against one server:
///
///     swift run -c release --package-path Benchmarks TransportBenchmarks [TABLE…] [--rounds N] [--only CLIENT]
///
/// The tables are `small`, `list`, `headers`, `megabyte`, `tls`, `lines`, `threads` and `memory`; all but `memory` by default.
/// `tls` needs nginx and openssl. `--only` measures one client, for a profiler: `bare`, `default`, `ahc-64`, `ahc` or
/// `urlsession`. Any other word is an error.
@main
struct TransportBenchmarks {
  static func main() async throws {
    let words = CommandLine.arguments.dropFirst()
    if words.first == "serve" { return try ServerProcess.serve() }
    if words.first == "memory-run", words.count == 4 { return try await MemoryTable.run(Array(words)) }
    try await run(selection(of: words))
  }

  /// Ends the program if a word is not known.
  private static func selection(of words: some Sequence<String>) -> Selection {
    do throws(Selection.Problem) { return try Selection(words) } catch {
      report(error.description)
      exit(2)
    }
  }

  private static func run(_ selection: Selection) async throws {
    let servers = try BenchmarkServers(needsTLS: selection.has("tls") || selection.has("threads"))
    defer { servers.end() }
    let rounds = selection.rounds
    try await measure(selection, servers)
    if selection.has("lines") { try await LineRun(servers.plain.address, rounds: rounds).run() }
    if selection.has("threads") { try await ThreadsTable(servers: servers, rounds: rounds).measure() }
    if selection.has("memory") { try MemoryTable.print(port: servers.plain.port) }
  }

  private static func measure(_ selection: Selection, _ servers: BenchmarkServers) async throws {
    let names = selection.client.map { [$0] } ?? Selection.clients
    var clients: [Workload.Server: [any BenchmarkClient]] = [:]
    var ratios = RatioTable()
    for (name, workloads) in Workload.tables where selection.has(name) {
      for workload in workloads {
        guard let server = servers[workload.server] else { continue }
        if clients[workload.server] == nil { clients[workload.server] = await able(names, server) }
        let measured = clients[workload.server] ?? []
        ratios.rows.append(
          try await Throughput(clients: measured, rounds: selection.rounds).measure(workload))
      }
    }
    ratios.print()
    for client in clients.values.joined() { try await client.shutDown() }
  }

  /// The clients that can call the server. Reports the others: on Linux, URLSession trusts no authority of one's own.
  private static func able(_ names: [String], _ server: BenchmarkServer) async -> [any BenchmarkClient] {
    var able: [any BenchmarkClient] = []
    for client in names.compactMap({ client($0, server) }) {
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

  static func client(_ name: String, _ server: BenchmarkServer) -> (any BenchmarkClient)? {
    switch name {
    case "bare": return BareLoopClient(server)
    case "requisite":
      return RequisiteClient(name: "Requisite", server) {
        $0.proxy = .none
        ($0.connectionsPerHost, $0.connections) = (1000, 1000)
      }
    case "default": return RequisiteClient(name: "Requisite", server) { _ in }
    case "urlsession": return URLSessionClient(server)
    case "ahc": return AsyncHTTPClientClient(name: "AsyncHTTPClient", server, loops: nil, connections: nil)
    case "ahc-64", "ahc-1000":
      let connections = name == "ahc-1000" ? 1000 : 64
      return AsyncHTTPClientClient(
        name: "AHC, 1 loop, \(connections)", server, loops: 1, connections: connections)
    default: return nil
    }
  }
}
