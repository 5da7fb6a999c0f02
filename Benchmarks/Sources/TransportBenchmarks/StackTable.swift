import BenchmarkClients
import Foundation
import Requisite

/// What each layer of `StandardStack` costs, as multiples of the bare transport, and what a stored response costs.
struct StackTable {
  let server: BenchmarkServer
  let rounds: Int

  func measure() async throws {
    let transport = CurlTransport.shared
    let clients = StackClient.layers(server, over: transport)
    var ratios = RatioTable()
    for (width, count) in [(1, 2000), (16, 8000), (64, 8000)] {
      let misses = Workload(name: "83 B, stored", width: width, count: count) { try await $0.todo() }
      ratios.rows.append(try await Throughput(clients: clients, rounds: rounds).measure(misses))
    }
    ratios.print()
    try await measureHits(transport)
  }

  /// Compares responses from memory and from disk with those of the server.
  private func measureHits(_ transport: CurlTransport) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "requisite-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let disk = try DiskCacheStore(directory: folder)
    let clients = [
      StackClient("bare transport", server, transport),
      StackClient("StandardStack", server, StandardStack(on: transport).transport),
      StackClient("cached on disk", server, transport.cached(in: disk)),
    ]
    // A response is written to the disk after the call has ended.
    for client in clients { _ = try await (client.bytes("/kept"), client.bytes("/kept/1048576")) }
    await disk.flush()
    var ratios = RatioTable()
    for (name, path, width, count) in [
      ("83 B, reused", "/kept", 1, 20_000), ("83 B, reused", "/kept", 16, 20_000),
      ("1 MiB, reused", "/kept/1048576", 1, 200), ("1 MiB, reused", "/kept/1048576", 16, 400),
    ] {
      let hits = Workload(name: name, width: width, count: count) { _ = try await $0.bytes(path) }
      ratios.rows.append(try await Throughput(clients: clients, rounds: rounds).measure(hits))
    }
    ratios.print()
  }
}
