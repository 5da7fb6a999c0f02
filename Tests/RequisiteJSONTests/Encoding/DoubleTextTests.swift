import Foundation
import RequisiteJSON
import Testing

/// The text of numbers.
@Suite struct DoubleTextTests {
  /// `REQUISITE_JSON_CASES` says how many are tried instead of 20,000.
  @Test("A Double of any bits has the text of JSONEncoder, and is decoded to the same value")
  func writesDoubles() throws {
    var random = Seeded(Differential.firstSeed)
    let coding = JSONCoding()
    for _ in 0..<Differential.cases / 1000 {
      let values = (0..<1000).map { _ in Self.double(&random) }
      let text = try coding.encode(values)
      #expect(try text == JSONEncoder().encode(values))
      #expect(try coding.decode([Double].self, from: text).map(\.bitPattern) == values.map(\.bitPattern))
    }
  }

  @Test("Floats of any bits have the text of JSONEncoder")
  func writesFloats() throws {
    var random = Seeded(Differential.firstSeed)
    for _ in 0..<Differential.cases / 1000 {
      let values = (0..<1000).map { _ in Float(bitPattern: UInt32(truncatingIfNeeded: random.next())) }
        .filter(\.isFinite)
      #expect(try JSONCoding().encode(values) == JSONEncoder().encode(values))
    }
  }

  @Test("Positions in a list have the text of JSONEncoder, and a NaN is an error with its path")
  func writesPositions() throws {
    let positions = [[1, 2.5], [], [-0.1, 1e300, 0]]
    #expect(try JSONCoding().encode(positions) == JSONEncoder().encode(positions))
    #expect {
      try JSONCoding().encode([[0.5], [1, .nan]])
    } throws: { error in
      guard case EncodingError.invalidValue(_, let context) = error else { return false }
      return context.codingPath.map(\.intValue) == [1, 1]
    }
  }

  /// A finite number: any bits, or one with few digits, or one near a whole number.
  private static func double(_ random: inout Seeded) -> Double {
    let any = Double(bitPattern: random.next())
    return switch random.below(4) {
    case 0: Double(random.below(2_000_000) - 1_000_000) / [1, 8, 10, 1000, 1e6, 1e9][random.below(6)]
    case 1: Double(random.below(1 << 54)) * [1, -1, 1e3, 1e-20][random.below(4)]
    case 2: Double(random.below(2000) - 1000) + Double(random.below(1 << 30)) / Double(1 << 30)
    default: any.isFinite ? any : 0
    }
  }
}
