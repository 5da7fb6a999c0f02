import Foundation
import RequisiteTesting

/// How long the fuzzers run: short in the suite, longer where `REQUISITE_FUZZ` names a factor, as in `REQUISITE_FUZZ=100`.
/// The seeds of a longer run begin with those of a short one.
enum Fuzz {
  static let factor = ProcessInfo.processInfo.environment["REQUISITE_FUZZ"].flatMap { Int($0) } ?? 1

  static func cases(_ count: Int) -> Int { count * max(1, factor) }
}

extension SeededGenerator {
  /// Some of the pieces, one after the other.
  mutating func joined(_ pieces: [String], _ count: ClosedRange<Int>) -> String {
    (0..<Int.random(in: count, using: &self)).map { _ in pieces[index(below: pieces.count)] }.joined()
  }
}
