import Foundation
import RequisiteJSON
import Testing

/// Random values, encoded by both: the same bytes with sorted keys, and the same errors.
@Suite struct DifferentialEncodingTests {
  @Test(
    "encoding gives what JSONEncoder gives, for random values", .feature("F21"),
    .enabled(if: Differential.isComparable), arguments: Differential.parts)
  func encodesAsFoundationDoes(part: Int) {
    Differential.expectNone(of: Differential.cases / 2, inPart: part, Self.difference)
  }

  /// What differs in the case with this seed, or nil.
  static func difference(_ seed: Int) -> String? {
    var random = Seeded(seed)
    var settings = Settings(&random)
    settings.sortKeys()
    if random.oneIn(4) {
      settings.ours.output.insert(.prettyPrinted)
      settings.encoder.outputFormatting.insert(.prettyPrinted)
    }
    if random.oneIn(4) {
      settings.ours.output.insert(.withoutEscapingSlashes)
      settings.encoder.outputFormatting.insert(.withoutEscapingSlashes)
    }
    let value = Sample.random(depth: random.below(5), &random)
    let ours = Outcome.of { String(decoding: try settings.ours.encode(value), as: UTF8.self) }
    let theirs = Outcome.of { String(decoding: try settings.encoder.encode(value), as: UTF8.self) }
    guard ours != theirs, !(Outcome.isError(ours) && Outcome.isError(theirs) && value.hasChoice) else {
      return nil
    }
    return "seed \(seed), \(settings)\n\(value)\nours:   \(ours)\ntheirs: \(theirs)"
  }
}
