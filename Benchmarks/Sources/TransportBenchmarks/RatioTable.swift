import BenchmarkClients

/// The tables at the end, in Markdown: CPU time and throughput of each client, also as multiples of the first client's, the
/// limit.
struct RatioTable {
  struct Row {
    let workload: Workload
    /// The clients that were measured.
    let names: [String]
    /// The rounds of each client.
    let results: [[Measurement]]

    /// A client's ratios to the first client in the same round; empty if the client was not measured.
    func ratios(of name: String, _ value: KeyPath<Measurement, Double>) -> [Double] {
      guard let index = names.firstIndex(of: name), let limit = results.first else { return [] }
      return zip(results[index], limit).map { $0[keyPath: value] / $1[keyPath: value] }
    }

    /// The median of a client's rounds; nil if the client was not measured.
    func median(of name: String, _ value: KeyPath<Measurement, Double>) -> Double? {
      names.firstIndex(of: name).map { results[$0].median(value) }
    }
  }

  var rows: [Row] = []

  func print() {
    guard let names = rows.max(by: { $0.names.count < $1.names.count })?.names, names.count > 1 else {
      return
    }
    section("CPU time of a call, µs, medians", names) { row, name in
      row.median(of: name, \.cpuEach).map { number($0, 0, 1) }
    }
    let others = Array(names.dropFirst())
    ratios("CPU time of a call", \.cpuEach, others)
    ratios("Calls a second", \.perSecond, others)
    if let cost = fieldCost { report("\nA response header field costs \(cost) more than it costs libcurl.") }
  }

  /// Prints the medians of the ratios within each round, and the least and the greatest ratio.
  private func ratios(_ title: String, _ value: KeyPath<Measurement, Double>, _ names: [String]) {
    section("\(title), multiples of the limit, medians of the rounds", names) { row, name in
      let ratios = row.ratios(of: name, value)
      return ratios.isEmpty ? nil : number(ratios.median, 0, 2)
    }
    section("\(title), the least and the greatest multiple of a round", names) { row, name in
      let ratios = row.ratios(of: name, value).sorted()
      return ratios.first.flatMap { least in
        ratios.last.map { number(least, 0, 2) + " to " + number($0, 0, 2) }
      }
    }
  }

  private func section(_ title: String, _ names: [String], _ cell: (Row, String) -> String?) {
    report("\n\(title):\n")
    report("| Calls | " + names.joined(separator: " | ") + " |")
    report("| --- |" + String(repeating: " ---: |", count: names.count))
    for row in rows {
      let cells = names.map { cell(row, $0) ?? "–" }
      report("| \(row.workload.title) | " + cells.joined(separator: " | ") + " |")
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
