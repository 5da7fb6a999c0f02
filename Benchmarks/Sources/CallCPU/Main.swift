import BenchmarkClients
import CPUTime
import Foundation
import Requisite

/// The CPU time of whole calls, for `Benchmarks/compare`, which runs two versions of the library in turns:
///
///     swift run -c release --package-path Benchmarks CallCPU
///
/// Prints a name and the microseconds of one call for each workload. A single figure says little: the processor's speed
/// varies by the minute, so only ratios of runs that follow each other are of use.
@main
struct Main {
  static func main() async throws {
    if CommandLine.arguments.dropFirst().first == "serve" { return try ServerProcess.serve() }
    let server = try ServerProcess()
    defer { server.end() }
    let client = RequisiteClient(name: "Requisite", server.address, CurlTransport.shared)
    let small: @Sendable () async throws -> Void = { try await client.todo() }
    let list: @Sendable () async throws -> Void = { try await client.todos() }
    let large: @Sendable () async throws -> Void = { _ = try await client.bytes("/bytes/1000000") }
    print("small, 1 at a time:", try await cost(of: small, width: 1, count: 2000))
    print("small, 16 at a time:", try await cost(of: small, width: 16, count: 8000))
    print("small, 64 at a time:", try await cost(of: small, width: 64, count: 8000))
    print(
      "23 KB, bytes:", try await cost(of: { _ = try await client.bytes("/todos") }, width: 16, count: 1000))
    print("23 KB, decoded:", try await cost(of: list, width: 16, count: 1000))
    print("1 MB in memory:", try await cost(of: large, width: 4, count: 200))
  }

  /// The CPU time of one call in microseconds, with `width` calls in flight, after as many calls as warm up.
  private static func cost(
    of call: @escaping @Sendable () async throws -> Void, width: Int, count: Int
  ) async throws -> Double {
    try await run(call, width: width, count: count / 4)
    let before = CPUTime.ofProcess
    try await run(call, width: width, count: count)
    return (CPUTime.ofProcess - before) / Double(count) * 1e6
  }

  private static func run(
    _ call: @escaping @Sendable () async throws -> Void, width: Int, count: Int
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<width {
        group.addTask { for _ in 0..<(count / width) { try await call() } }
      }
      try await group.waitForAll()
    }
  }
}
