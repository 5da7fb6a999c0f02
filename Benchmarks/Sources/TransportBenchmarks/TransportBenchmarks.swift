import BenchmarkClients
import Foundation
import Requisite

/// Whole calls of all clients, in turns, against one server:
///
///     swift run -c release --package-path Benchmarks TransportBenchmarks [TABLE…] [--rounds N] [--only CLIENT]
///
/// The tables are `small`, `list`, `headers`, `megabyte`, `tls`, `lines`, `threads` and `memory`; all but `memory` by default.
/// `tls` needs nginx and openssl. `--only` measures one client, for a profiler: `bare`, `default`, `ahc-64`, `ahc` or
/// `urlsession`.
@main
struct TransportBenchmarks {
  static func main() async throws {
    let words = CommandLine.arguments.dropFirst()
    if words.first == "serve" { return try ServerProcess.serve() }
    if words.first == "memory-run", words.count == 4 { return try await MemoryTable.run(Array(words)) }
    let chosen = words.filter { (Workload.tables.map(\.key) + ["lines", "threads", "memory"]).contains($0) }
    let isChosen: @Sendable (String) -> Bool = { chosen.isEmpty || chosen.contains($0) }
    let servers = try BenchmarkServers(needsTLS: isChosen("tls") || isChosen("threads"))
    defer { servers.end() }
    let rounds = value(of: "--rounds").flatMap { Int($0) } ?? 9
    try await measure(isChosen, servers, rounds: rounds)
    if isChosen("lines") { try await LineRun(servers.plain.address, rounds: rounds).run() }
    if isChosen("threads") { try await ThreadsTable(servers: servers, rounds: rounds).measure() }
    if chosen.contains("memory") { try MemoryTable.print(port: servers.plain.port) }
  }

  private static func measure(
    _ isChosen: @Sendable (String) -> Bool, _ servers: BenchmarkServers, rounds: Int
  ) async throws {
    let names = value(of: "--only").map { [$0] } ?? ["bare", "default", "ahc-64", "ahc", "urlsession"]
    var clients: [Workload.Server: [any BenchmarkClient]] = [:]
    var ratios = RatioTable()
    for (name, workloads) in Workload.tables where isChosen(name) {
      for workload in workloads {
        guard let server = servers[workload.server] else { continue }
        if clients[workload.server] == nil { clients[workload.server] = await able(names, server) }
        let measured = clients[workload.server] ?? []
        ratios.rows.append(try await Throughput(clients: measured, rounds: rounds).measure(workload))
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

  private static func value(of option: String) -> String? {
    let words = CommandLine.arguments
    return words.firstIndex(of: option).flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }
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
