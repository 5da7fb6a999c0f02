import BenchmarkClients
import Foundation
import Requisite

/// Calls that all clients make in turns: one row of the tables.
struct Workload: Sendable {
  typealias Call = @Sendable (any BenchmarkClient) async throws -> Void

  let name: String
  /// The number of calls in flight.
  let width: Int
  /// The number of calls in a round.
  let count: Int
  var target = Target()
  let call: Call

  /// The server that is called: the load server, or nginx by TLS.
  enum Server { case plain, http1, http2 }

  /// The decoder of all clients of a row, so that a row never compares one decoder with another.
  enum Decoder: String {
    case coding = "JSONCoding"
    case foundation = "JSONDecoder"

    var instance: any ResponseDecoder {
      switch self {
      case .coding: JSONCoding()
      case .foundation: JSONDecoder()
      }
    }
  }

  /// The clients that are measured: those of one server with one decoder.
  struct Target: Hashable {
    var server = Server.plain
    /// The decoder of all of them; nil for the one that each usually has, in rows that decode nothing.
    var decoder: Decoder?
  }

  /// The workloads of the tables that consist of them.
  static let tables: KeyValuePairs<Comparison.Table, [Workload]> = [
    .small: [
      small(1, 1500), small(16, 3000), small(64, 3000),
      decoded("83 B", .coding, 3000) { try await $0.todo() },
      decoded("83 B", .foundation, 3000) { try await $0.todo() },
    ],
    .list: [
      bytes("23 KB, bytes", "/todos", width: 16, count: 1000),
      decoded("23 KB", .coding, 1000) { try await $0.todos() },
      decoded("23 KB", .foundation, 500) { try await $0.todos() },
    ],
    .headers: [
      bytes("1 header field", "/headers/1", width: 16, count: 3000),
      bytes("30 header fields", "/headers/30", width: 16, count: 3000),
    ],
    .megabyte: [bytes("1 MB, bytes", "/bytes/1000000", width: 4, count: 200)],
    .tls: [small(16, 2000, "TLS, HTTP/1.1, ", .http1), small(64, 2000, "TLS, HTTP/1.1, ", .http1)],
    .http2: [small(16, 2000, "TLS, HTTP/2, ", .http2), small(64, 2000, "TLS, HTTP/2, ", .http2)],
  ]

  private static func small(_ width: Int, _ count: Int, _ version: String = "", _ server: Server = .plain)
    -> Workload
  {
    bytes("83 B, \(version)bytes", "/todo", width: width, count: count, server)
  }

  private static func bytes(
    _ name: String, _ path: String, width: Int, count: Int, _ server: Server = .plain
  ) -> Workload {
    Workload(name: name, width: width, count: count, target: Target(server: server)) {
      _ = try await $0.bytes(path)
    }
  }

  private static func decoded(
    _ size: String, _ decoder: Decoder, _ count: Int, _ call: @escaping Call
  ) -> Workload {
    Workload(
      name: "\(size), \(decoder.rawValue)", width: 16, count: count, target: Target(decoder: decoder),
      call: call)
  }

  var title: String { "\(name), \(width) at a time" }
}
