import BenchmarkClients

/// Calls that all clients make in turns: one row of the tables.
struct Workload: Sendable {
  typealias Call = @Sendable (any BenchmarkClient) async throws -> Void

  let name: String
  /// The number of calls in flight.
  let width: Int
  /// The number of calls in a round.
  let count: Int
  var server = Server.plain
  let call: Call

  /// The server that is called: the load server, or nginx by TLS.
  enum Server { case plain, http1, http2 }

  /// The workloads of the tables that consist of them.
  static let tables: KeyValuePairs<Comparison.Table, [Workload]> = [
    .small: [small(1, 2000), small(16, 8000), small(64, 8000)],
    .list: [Workload(name: "23 KB, decoded", width: 16, count: 1500) { try await $0.todos() }],
    .headers: [headers(1), headers(30)],
    .megabyte: [
      Workload(name: "1 MB in memory", width: 4, count: 300) { _ = try await $0.bytes("/bytes/1000000") }
    ],
    .tls: [
      small(16, 4000, "HTTP/2", .http2), small(64, 4000, "HTTP/2", .http2),
      small(16, 4000, "HTTP/1.1", .http1), small(64, 4000, "HTTP/1.1", .http1),
    ],
  ]

  private static func small(
    _ width: Int, _ count: Int, _ version: String? = nil, _ server: Server = .plain
  ) -> Workload {
    let name = version.map { "83 B, TLS, \($0)" } ?? "83 B, decoded"
    return Workload(name: name, width: width, count: count, server: server) { try await $0.todo() }
  }

  private static func headers(_ count: Int) -> Workload {
    Workload(name: count == 1 ? "1 header field" : "\(count) header fields", width: 16, count: 6000) {
      _ = try await $0.bytes("/headers/\(count)")
    }
  }

  var title: String { "\(name), \(width) at a time" }
}
