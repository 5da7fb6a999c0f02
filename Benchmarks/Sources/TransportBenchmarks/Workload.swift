import BenchmarkClients

/// Calls that all clients make in turns: one row of the tables.
struct Workload: Sendable {
  typealias Call = @Sendable (any BenchmarkClient) async throws -> Void

  let name: String
  /// The number of calls in flight.
  let width: Int
  /// The number of calls in a round.
  let count: Int
  let call: Call

  /// The workloads by the word that chooses them.
  static let tables: KeyValuePairs<String, [Workload]> = [
    "small": [small(1, 2000), small(16, 8000), small(64, 8000)],
    "list": [Workload(name: "23 KB, decoded", width: 16, count: 1500) { try await $0.todos() }],
    "headers": [headers(1), headers(30)],
    "megabyte": [
      Workload(name: "1 MB in memory", width: 4, count: 300) { _ = try await $0.bytes("/bytes/1000000") }
    ],
  ]

  private static func small(_ width: Int, _ count: Int) -> Workload {
    Workload(name: "83 B, decoded", width: width, count: count) { try await $0.todo() }
  }

  private static func headers(_ count: Int) -> Workload {
    Workload(name: count == 1 ? "1 header field" : "\(count) header fields", width: 16, count: 6000) {
      _ = try await $0.bytes("/headers/\(count)")
    }
  }

  var title: String { "\(name), \(width) at a time" }
}
