import BenchmarkClients
import Foundation
import Requisite

/// What one loop of `CurlTransport` carries, and what a second one changes for calls to two servers.
struct ThreadsTable {
  let servers: BenchmarkServers
  let rounds: Int

  func measure() async throws {
    report("\nCPU time of the loop's thread alone, medians of \(rounds) rounds, 16 calls at a time")
    for (title, server) in [
      ("", Workload.Server.plain), (", TLS, HTTP/1.1", .http1), (", TLS, HTTP/2", .http2),
    ] {
      guard let server = servers[server] else { continue }
      let client = RequisiteClient(name: "Requisite", server) { $0.proxy = .none }
      try await loop("83 B, decoded" + title, count: 4000) { try await client.todo() }
      try await loop("1 MB in memory" + title, count: 100) { _ = try await client.bytes("/bytes/1000000") }
      try await client.shutDown()
    }
    try await compare()
  }

  /// Prints the time of the loop for a call, and the most calls that it would carry in a second.
  private func loop(
    _ title: String, count: Int, _ call: @escaping @Sendable () async throws -> Void
  ) async throws {
    var costs: [Double] = []
    for _ in 0...rounds {
      let before = Self.loopTime
      _ = try await Measurement.run(count: count, width: 16, call)
      costs.append((Self.loopTime - before) / Double(count))
    }
    let cost = costs.dropFirst().map(\.self).median
    report(
      "  " + title.padded(to: 34) + number(cost * 1e6, 8, 1) + " µs a call: at most"
        + number(1 / cost, 8, 0) + " calls/s")
  }

  /// Compares one thread with two, each call to the next of two servers.
  private func compare() async throws {
    let second = try ServerProcess()
    defer { second.end() }
    let clients = (1...2).map { threads in
      TwoServersClient(threads: threads, first: servers.plain.address, second: second.address)
    }
    var ratios = RatioTable()
    for width in [16, 64] {
      let workload = Workload(name: "83 B, from each of two servers", width: width, count: 4000) {
        try await $0.todo()
      }
      ratios.rows.append(try await Throughput(clients: clients, rounds: rounds).measure(workload))
    }
    ratios.print()
    for client in clients { try await client.shutDown() }
  }

  /// Seconds of processor time of all threads of `CurlTransport`.
  private static var loopTime: Double {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return tasks.reduce(0) { sum, id in
      guard text(id, "comm") == "requisite.curl\n" else { return sum }
      return sum + (text(id, "schedstat").split(separator: " ").first.flatMap { Double($0) } ?? 0) / 1e9
    }
  }

  private static func text(_ id: String, _ name: String) -> String {
    (try? String(contentsOfFile: "/proc/self/task/\(id)/\(name)", encoding: .utf8)) ?? ""
  }
}

/// Two clients over one transport, which call two servers by turns.
private struct TwoServersClient: BenchmarkClient {
  let name: String
  private let first: RequisiteClient
  private let second: RequisiteClient

  init(threads: Int, first: BenchmarkServer, second: BenchmarkServer) {
    name = threads == 1 ? "1 thread" : "\(threads) threads"
    var configuration = CurlTransport.Configuration()
    configuration.proxy = .none
    configuration.threads = threads
    let transport = CurlTransport(configuration)
    self.first = RequisiteClient(name: name, first, transport)
    self.second = RequisiteClient(name: name, second, transport)
  }

  func todo() async throws {
    try await first.todo()
    try await second.todo()
  }

  func todos() async throws {
    try await first.todos()
    try await second.todos()
  }

  func bytes(_ path: String) async throws -> Int { try await first.bytes(path) + second.bytes(path) }

  func shutDown() async throws { try await first.shutDown() }
}
