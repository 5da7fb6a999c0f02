import Foundation

/// Measures all clients against one server, interleaved, so that whatever else the machine does meets all of them.
struct Throughput {
  let clients: [any BenchmarkClient]
  let rounds: Int

  /// One table: a row for each client, the ratio to the first one behind.
  func table(
    _ title: String, width: Int, count: Int,
    _ call: @escaping @Sendable (any BenchmarkClient) async throws -> Void
  ) async throws {
    var results = [[Measurement]](repeating: [], count: clients.count)
    for client in clients {
      _ = try await Measurement.run(count: max(width, count / 10), width: width) { try await call(client) }
    }
    for _ in 0..<rounds {
      for (index, client) in clients.enumerated() {
        results[index].append(
          try await Measurement.run(count: count, width: width) { try await call(client) })
      }
    }
    report("\n\(title), \(width) at a time, \(count) requests, median of \(rounds) rounds")
    let base = results[0].median
    for (client, result) in zip(clients, results) { report(row(client.name, result.median, base)) }
  }

  private func row(_ name: String, _ result: Measurement, _ base: Measurement) -> String {
    let columns = [
      name.padding(toLength: 28, withPad: " ", startingAt: 0),
      String(format: "%9.0f/s", result.perSecond),
      String(format: "%6.2fx", result.perSecond / base.perSecond),
      String(format: "%8.1f µs CPU each", result.cpuEach),
    ]
    return "  " + columns.joined(separator: "  ")
  }
}
