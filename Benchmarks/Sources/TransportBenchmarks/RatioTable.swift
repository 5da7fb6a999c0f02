import BenchmarkClients

/// The table at the end: CPU time and throughput of each client as multiples of the first client's, the limit.
struct RatioTable {
  struct Row {
    let workload: Workload
    /// The clients that were measured.
    let names: [String]
    /// The rounds of each client.
    let results: [[Measurement]]

    /// The median of a client's ratios to the first client in the same round; nil if the client was not measured.
    func ratio(of name: String, _ value: KeyPath<Measurement, Double>) -> Double? {
      guard let index = names.firstIndex(of: name), let limit = results.first else { return nil }
      return zip(results[index], limit).map { $0[keyPath: value] / $1[keyPath: value] }.median
    }
  }

  var rows: [Row] = []

  func print() {
    guard let names = rows.max(by: { $0.names.count < $1.names.count })?.names, names.count > 1 else {
      return
    }
    report("\nRatios: \(names[0]) = 1.00, medians of the ratios within each round")
    section("CPU time of a call", \.cpuEach, names)
    section("calls a second", \.perSecond, names)
    if let cost = fieldCost { report("\nA response header field costs \(cost) more than it costs libcurl.") }
  }

  private func section(_ title: String, _ value: KeyPath<Measurement, Double>, _ names: [String]) {
    report("\n" + title.padded(to: 34) + names.map { "  " + $0.padded(to: 18) }.joined())
    for row in rows {
      let ratios = names.map { name in
        "  " + (row.ratio(of: name, value).map { number($0, 6, 2) } ?? "     –").padded(to: 18)
      }
      report(row.workload.title.padded(to: 34) + ratios.joined())
    }
  }

  /// The CPU time of a header field beyond the limit's, for the second client; nil if the headers were not measured.
  private var fieldCost: String? {
    let headers = rows.filter {
      $0.workload.name.hasSuffix("header fields") || $0.workload.name == "1 header field"
    }
    guard headers.count == 2, headers.allSatisfy({ $0.names.count > 1 }) else { return nil }
    let costs = (0...1).map { client in
      zip(headers[1].results[client], headers[0].results[client]).map { ($0.cpuEach - $1.cpuEach) / 29 }
        .median
    }
    return number(costs[1] - costs[0], 0, 2) + " µs"
  }
}
