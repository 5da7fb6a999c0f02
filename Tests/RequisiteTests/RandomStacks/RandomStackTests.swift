import Foundation
import RequisiteTesting
import TestSupport
import Testing

/// Plays scenarios of random stacks of layers, and checks the rules that hold for each (``Violation/Kind``).
///
/// `REQUISITE_STACKS` sets their number, and `REQUISITE_STACK_SEED` the seed of the first one; without a number, only that one
/// is played.
@Suite("Random stacks")
struct RandomStackTests {
  private static func number(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
  }

  @Test(
    "in any order of layers, nothing waits for itself, no call has the response of another, and nothing is left",
    .feature("F39"), .timeLimit(.minutes(600)))
  func stacks() async {
    let first = Self.number("REQUISITE_STACK_SEED")
    let count = Self.number("REQUISITE_STACKS") ?? (first == nil ? 400 : 1)
    let threads = count > 1_000 ? UInt64(ProcessInfo.processInfo.activeProcessorCount) : 1
    let problems = await withTaskGroup(of: String?.self) { group in
      for thread in 0..<threads {
        let seeds = stride(from: (first ?? 1) + thread, to: (first ?? 1) + count, by: Int(threads))
        group.addTask { await JobThread.detached { Self.firstProblem(of: seeds) } }
      }
      return await group.reduce(into: [String?]()) { $0.append($1) }.compactMap(\.self)
    }
    for problem in problems { Issue.record("\(problem)") }
  }

  /// Returns what the first seed that breaks a rule does, as it is and shrunk.
  private static func firstProblem(of seeds: StrideTo<UInt64>) -> String? {
    for seed in seeds {
      let scenario = Scenario(seed: seed)
      guard let violation = scenario.violation() else { continue }
      let smallest = scenario.shrunk(to: violation.kind)
      let words =
        smallest.violation().map { "\($0)" } ?? "it depends on the process, like the order of a dictionary"
      return "\(violation)\n\(scenario)\nshrunk: \(words)\n\(smallest)"
    }
    return nil
  }
}
