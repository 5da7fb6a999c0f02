import Foundation
import Testing

/// What the tests that compare with Foundation share: how many cases they try, and from which seed.
///
/// `REQUISITE_JSON_CASES` says how many are tried instead of 20,000, and `REQUISITE_JSON_SEED` the first seed.
enum Differential {
  static let cases = Int(ProcessInfo.processInfo.environment["REQUISITE_JSON_CASES"] ?? "") ?? 20_000
  static let firstSeed = Int(ProcessInfo.processInfo.environment["REQUISITE_JSON_SEED"] ?? "") ?? 1
  /// The number of parts of each test, which run at a time.
  static let parts = 0..<8

  /// Whether Foundation is one that all is compared with: of Swift 6.3. That of 6.2 takes another of equal keys, and names no
  /// index of a number that JSON cannot express.
  static var isComparable: Bool {
    var isComparable = false
    #if compiler(>=6.3)
      isComparable = true
    #endif
    return isComparable
  }

  /// Expects that no case differs: of `cases` in all, those of one part.
  static func expectNone(
    of cases: Int, inPart part: Int, sourceLocation: SourceLocation = #_sourceLocation,
    _ difference: (_ seed: Int) -> String?
  ) {
    var differences: [String] = []
    let count = cases / parts.count
    let first = firstSeed + part * count
    for seed in first..<first + count {
      if let difference = difference(seed) { differences.append(difference) }
      if differences.count > 5 { break }
    }
    #expect(differences.isEmpty, "\(differences.joined(separator: "\n\n"))", sourceLocation: sourceLocation)
  }
}
