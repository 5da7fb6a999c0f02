import ArgumentParser
import BenchmarkClients

/// Whole calls of all clients, in turns, against one server:
///
///     swift run -c release --package-path Benchmarks TransportBenchmarks [TABLE…] [--rounds N] [--only CLIENT]
@main
struct TransportBenchmarks: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compares whole calls of all clients, in turns, against one server.",
    subcommands: [Comparison.self, Serve.self, MemoryRun.self, WaitingRun.self],
    defaultSubcommand: Comparison.self)

  /// The process of the load server.
  private struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(shouldDisplay: false)
    func run() throws { try ServerProcess.serve() }
  }
}
