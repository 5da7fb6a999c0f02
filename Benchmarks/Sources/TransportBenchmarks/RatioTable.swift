import BenchmarkClients

/// The table at the end: CPU time and throughput of each client as multiples of the first client's, the limit.
struct RatioTable {
  struct Row {
    let workload: Workload
    /// The rounds of each client.
    let results: [[Measurement]]

    /// The medians of the ratios to the first client in the same round.
    func ratios(_ value: KeyPath<Measurement, Double>) -> [Double] {
      guard let limit = results.first else { return [] }
      return results.map { rounds in
        zip(rounds, limit).map { $0[keyPath: value] / $1[keyPath: value] }.median
      }
    }
  }

  let clients: [any BenchmarkClient]
  var rows: [Row] = []

  func print() {
    guard let limit = clients.first, clients.count > 1, !rows.isEmpty else { return }
    report("\nRatios: \(limit.name) = 1.00, medians of the ratios within each round")
    section("CPU time of a call", \.cpuEach)
    section("calls a second", \.perSecond)
    if let cost = fieldCost { report("\nA response header field costs \(cost) more than it costs libcurl.") }
  }

  private func section(_ title: String, _ value: KeyPath<Measurement, Double>) {
    let names = clients.map { "  " + $0.name.padded(to: 18) }.joined()
    report("\n" + title.padded(to: 34) + names)
    for row in rows {
      let ratios = row.ratios(value).map { "  " + number($0, 6, 2).padded(to: 18) }.joined()
      report(row.workload.title.padded(to: 34) + ratios)
    }
  }

  /// The CPU time of a header field beyond the limit's, for the second client; nil if the headers were not measured.
  private var fieldCost: String? {
    let headers = rows.filter {
      $0.workload.name.hasSuffix("header fields") || $0.workload.name == "1 header field"
    }
    guard headers.count == 2, clients.count > 1 else { return nil }
    let costs = (0...1).map { client in
      zip(headers[1].results[client], headers[0].results[client]).map { ($0.cpuEach - $1.cpuEach) / 29 }
        .median
    }
    return number(costs[1] - costs[0], 0, 2) + " µs"
  }
}
