import Foundation
import RequisiteJSON
import Testing

/// Random types and random texts, decoded by both: the same values, and errors of the same case, path, key and type.
@Suite struct DifferentialDecodingTests {
  @Test(
    "decoding gives what JSONDecoder gives, for random types and texts", .feature("F21"),
    .enabled(if: Differential.isComparable), arguments: Differential.parts)
  func decodesAsFoundationDoes(part: Int) {
    Differential.expectNone(of: Differential.cases, inPart: part, Self.difference)
  }

  /// What differs in the case with this seed, or nil.
  static func difference(_ seed: Int) -> String? {
    var random = Seeded(seed)
    var settings = Settings(&random)
    let schema = Schema.random(depth: random.below(4), &random)
    var maker = DocumentMaker(random: random)
    let data = Data(maker.text(for: schema).utf8)
    settings.set(schema)
    let ours = Outcome.of { try settings.ours.decode(Probe.self, from: data).text }
    settings.set(schema)
    let theirs = Outcome.of { try settings.decoder.decode(Probe.self, from: data).text }
    guard ours != theirs, !(Outcome.isError(ours) && Outcome.isError(theirs) && schema.hasDictionary) else {
      return nil
    }
    return
      "seed \(seed), \(settings)\n\(schema)\n\(String(decoding: data, as: UTF8.self))\nours:   \(ours)\ntheirs: \(theirs)"
  }
}
