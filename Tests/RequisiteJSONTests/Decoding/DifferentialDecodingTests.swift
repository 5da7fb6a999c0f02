import Foundation
import RequisiteJSON
import Testing

/// Random types and random texts, decoded by both: the same values, and errors of the same case, path, key and type.
///
/// `REQUISITE_JSON_CASES` says how many are tried instead of 20,000, and `REQUISITE_JSON_SEED` the first seed.
@Suite struct DifferentialDecodingTests {
  static let cases = Int(ProcessInfo.processInfo.environment["REQUISITE_JSON_CASES"] ?? "") ?? 20_000
  static let firstSeed = Int(ProcessInfo.processInfo.environment["REQUISITE_JSON_SEED"] ?? "") ?? 1

  @Test("F21: decoding gives what JSONDecoder gives, for random types and texts", arguments: 0..<8)
  func decodesAsFoundationDoes(part: Int) throws {
    var differences: [String] = []
    let count = Self.cases / 8
    let first = Self.firstSeed + part * count
    for seed in first..<first + count {
      if let difference = Self.difference(seed) { differences.append(difference) }
      if differences.count > 5 { break }
    }
    #expect(differences.isEmpty, "\(differences.joined(separator: "\n\n"))")
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
