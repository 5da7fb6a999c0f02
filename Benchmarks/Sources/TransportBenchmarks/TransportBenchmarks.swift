import CLoadServer
import Foundation
import Requisite

/// `TransportBenchmarks` measures throughput; with a word behind it, one table: `small`, `list`, `megabyte`,
/// `headers`, `memory`. `--rounds N` repeats each measurement.
@main
struct TransportBenchmarks {
  static func main() async throws {
    let words = CommandLine.arguments.dropFirst()
    if words.first == "serve" { return try serve() }
    if words.first == "memory-run", words.count == 4 { return try await memoryRun(Array(words)) }
    let server = try ServerProcess()
    defer { server.end() }
    let rounds = words.firstIndex(of: "--rounds").flatMap { Int(words[$0 + 1]) } ?? 5
    let tables = words.filter { ["small", "list", "megabyte", "headers", "memory"].contains($0) }
    let chosen = tables.isEmpty ? ["small", "list", "megabyte", "headers", "memory"] : Array(tables)
    for table in chosen { try await run(table, port: server.port, rounds: rounds) }
  }

  /// `--only NAME` measures one client, for a profiler: `urlsession`, `ahc`, `ahc-64`, `default` or `requisite`.
  private static var only: String? {
    let words = CommandLine.arguments
    return words.firstIndex(of: "--only").map { words[$0 + 1] }
  }

  static func client(_ name: String, port: UInt16) -> any BenchmarkClient {
    switch name {
    case "requisite":
      var configuration = CurlTransport.Configuration()
      configuration.proxy = .none
      (configuration.connectionsPerHost, configuration.connections) = (1000, 1000)
      let transport = CurlTransport(configuration)
      return RequisiteClient(name: "Requisite", port: port, transport: transport) {
        await transport.shutDown()
      }
    case "default":
      return RequisiteClient(name: "Requisite (as it comes)", port: port, transport: CurlTransport.shared)
    case "urlsession": return URLSessionClient(port: port)
    case "ahc":
      return AsyncHTTPClientClient(name: "AsyncHTTPClient", port: port, loops: nil, connections: nil)
    default:
      let connections = name == "ahc-1000" ? 1000 : 64
      return AsyncHTTPClientClient(
        name: "AsyncHTTPClient (1 loop, \(connections))", port: port, loops: 1, connections: connections)
    }
  }

  private static func run(_ table: String, port: UInt16, rounds: Int) async throws {
    if table == "memory" { return try memory(port: port) }
    let names = only.map { [$0] } ?? ["urlsession", "ahc", "ahc-64", "default"]
    let clients = names.map { client($0, port: port) }
    let throughput = Throughput(clients: clients, rounds: rounds)
    switch table {
    case "small":
      for (width, count) in [(1, 2000), (16, 8000), (64, 8000)] {
        try await throughput.table("83 bytes of JSON, decoded", width: width, count: count) {
          try await $0.todo()
        }
      }
    case "list":
      try await throughput.table("23 KB of JSON, decoded", width: 16, count: 1500) { try await $0.todos() }
    case "megabyte":
      try await throughput.table("1 MB in memory", width: 4, count: 300) {
        _ = try await $0.bytes("/bytes/1000000")
      }
    default:
      for count in [5, 55] {
        try await throughput.table("\(count) header fields", width: 16, count: 4000) {
          _ = try await $0.bytes("/headers/\(count)")
        }
      }
    }
    for client in clients { try await client.shutDown() }
  }

  private static func memory(port: UInt16) throws {
    let titles = [
      ("buffered", "200 MB in memory"), ("slow", "200 MB streamed to a slow reader"),
      ("upload", "500 MB sent from a file"), ("thousand", "1,000 in flight to a server that takes 1 s"),
      ("again", "the same three times"),
    ]
    for (scenario, title) in titles {
      report("\n\(title): memory at the most beyond the start, time, processor time")
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

  private static func memoryRun(_ words: [String]) async throws {
    let client = client(words[2], port: UInt16(words[3]) ?? 0)
    do { try await MemoryRun(client: client).run(words[1]) } catch {
      report("  \(client.name): failed, \(error)")
    }
    try await client.shutDown()
  }

  private static func serve() throws {
    var port: Int32 = 0
    let listener = load_server_listen(&port)
    guard listener >= 0 else { throw URLError(.cannotConnectToHost) }
    FileHandle.standardOutput.write(Data("\(port)\n".utf8))
    load_server_run(listener)
  }
}
