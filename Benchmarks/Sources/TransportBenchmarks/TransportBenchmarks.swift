import BenchmarkClients
import Foundation
import Requisite

/// Whole calls of all clients, in turns, against one server:
///
///     swift run -c release --package-path Benchmarks TransportBenchmarks [TABLE…] [--rounds N] [--only CLIENT]
///
/// The tables are `small`, `list`, `headers`, `megabyte`, `lines` and `memory`; all but `memory` by default. `--only` measures
/// one client, for a profiler: `bare`, `default`, `ahc-64`, `ahc` or `urlsession`.
@main
struct TransportBenchmarks {
  static func main() async throws {
    let words = CommandLine.arguments.dropFirst()
    if words.first == "serve" { return try ServerProcess.serve() }
    if words.first == "memory-run", words.count == 4 { return try await MemoryTable.run(Array(words)) }
    let server = try ServerProcess()
    defer { server.end() }
    let chosen = words.filter { (Workload.tables.map(\.key) + ["lines", "memory"]).contains($0) }
    let rounds = value(of: "--rounds").flatMap { Int($0) } ?? 9
    try await measure(chosen, port: server.port, rounds: rounds)
    if chosen.isEmpty || chosen.contains("lines") {
      try await LineRun(port: server.port, rounds: rounds).run()
    }
    if chosen.contains("memory") { try MemoryTable.print(port: server.port) }
  }

  private static func measure(_ chosen: [String], port: UInt16, rounds: Int) async throws {
    let names = value(of: "--only").map { [$0] } ?? ["bare", "default", "ahc-64", "ahc", "urlsession"]
    let clients = names.compactMap { client($0, port: port) }
    var ratios = RatioTable(clients: clients)
    for (name, workloads) in Workload.tables where chosen.isEmpty || chosen.contains(name) {
      for workload in workloads {
        ratios.rows.append(try await Throughput(clients: clients, rounds: rounds).measure(workload))
      }
    }
    ratios.print()
    for client in clients { try await client.shutDown() }
  }

  private static func value(of option: String) -> String? {
    let words = CommandLine.arguments
    return words.firstIndex(of: option).flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }
  }

  static func client(_ name: String, port: UInt16) -> (any BenchmarkClient)? {
    switch name {
    case "bare": return BareLoopClient(port: port)
    case "requisite":
      var configuration = CurlTransport.Configuration()
      configuration.proxy = .none
      (configuration.connectionsPerHost, configuration.connections) = (1000, 1000)
      let transport = CurlTransport(configuration)
      return RequisiteClient(name: "Requisite", port: port, transport: transport) {
        await transport.shutDown()
      }
    case "default": return RequisiteClient(name: "Requisite", port: port, transport: CurlTransport.shared)
    case "urlsession": return URLSessionClient(port: port)
    case "ahc":
      return AsyncHTTPClientClient(name: "AsyncHTTPClient", port: port, loops: nil, connections: nil)
    case "ahc-64", "ahc-1000":
      let connections = name == "ahc-1000" ? 1000 : 64
      return AsyncHTTPClientClient(
        name: "AHC, 1 loop, \(connections)", port: port, loops: 1, connections: connections)
    default: return nil
    }
  }
}
