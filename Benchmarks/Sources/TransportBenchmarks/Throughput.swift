import BenchmarkClients

/// Measures all clients against one server, interleaved, so that whatever else the machine does affects all of them.
struct Throughput {
  let clients: [any BenchmarkClient]
  let rounds: Int

  /// Measures one workload and prints a row for each client.
  func measure(_ workload: Workload) async throws -> RatioTable.Row {
    var results = [[Measurement]](repeating: [], count: clients.count)
    // The first round opens the connections, and does not count.
    for round in 0...rounds {
      for (index, client) in clients.enumerated() {
        let count = round == 0 ? max(workload.width, workload.count / 10) : workload.count
        let result = try await Measurement.run(count: count, width: workload.width) {
          try await workload.call(client)
        }
        if round > 0 { results[index].append(result) }
      }
    }
    report("\n\(workload.title), \(workload.count) calls, medians of \(rounds) rounds")
    for (client, result) in zip(clients, results) { report(row(client.name, result)) }
    return RatioTable.Row(workload: workload, names: clients.map(\.name), results: results)
  }

  private func row(_ name: String, _ results: [Measurement]) -> String {
    "  " + name.padded(to: 28) + number(results.median(\.perSecond), 9, 0) + "/s"
      + number(results.median(\.cpuEach), 10, 1) + " µs CPU each"
  }
}
