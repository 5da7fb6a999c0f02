import BenchmarkClients
import Foundation
import Requisite

/// Measures what a line of a stream costs its reader: on the main actor, as in an app, and elsewhere.
struct LineRun {
  let client: APIClient
  let rounds: Int
  private static let count = 200_000

  init(_ server: BenchmarkServer, rounds: Int) {
    client = APIClient(baseURL: server.base)
    self.rounds = rounds
  }

  func run() async throws {
    var results: [[Double]] = [[], []]
    for _ in 0...rounds {
      results[0].append(try await cost { try await onMainActor() })
      results[1].append(try await cost { try await elsewhere() })
    }
    report("\n\(Self.count) lines of 63 bytes, medians of \(rounds) rounds")
    for (name, costs) in zip(["on the main actor", "elsewhere"], results) {
      report(
        "  " + name.padded(to: 28) + number(costs.dropFirst().map(\.self).median, 8, 2) + " µs CPU a line")
    }
  }

  @MainActor private func onMainActor() async throws {
    var count = 0
    for try await line in try await client.dispatch(ReadLines(Self.count)) where line.utf8.count == 63 {
      count += 1
    }
    guard count == Self.count else { throw URLError(.cannotParseResponse) }
  }

  private func elsewhere() async throws {
    var count = 0
    for try await line in try await client.dispatch(ReadLines(Self.count)) where line.utf8.count == 63 {
      count += 1
    }
    guard count == Self.count else { throw URLError(.cannotParseResponse) }
  }

  /// The CPU time for each line, in microseconds.
  private func cost(_ read: () async throws -> Void) async throws -> Double {
    let start = Usage.cpu
    try await read()
    return (Usage.cpu - start) * 1e6 / Double(Self.count)
  }
}
