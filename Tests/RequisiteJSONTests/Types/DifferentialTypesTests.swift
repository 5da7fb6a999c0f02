import Foundation
import RequisiteJSON
import Testing

/// Types as programs have them and texts that nearly fit, decoded and encoded by both.
@Suite struct DifferentialTypesTests {
  @Test(
    "typical types decode and encode as with JSONDecoder and JSONEncoder", .feature("F21"),
    arguments: Differential.parts)
  func matchesFoundation(part: Int) {
    Differential.expectNone(of: Differential.cases / 2, inPart: part, Self.difference)
  }

  /// What differs in the case with this seed, or nil.
  static func difference(_ seed: Int) -> String? {
    var random = Seeded(seed)
    var settings = Settings(&random)
    settings.sortKeys()
    let type = TypeCase.all[random.below(TypeCase.all.count)]
    var mutation = TextMutation(maker: DocumentMaker(random: random))
    let text = mutation.mutate(type.texts[mutation.maker.random.below(type.texts.count)])
    let (ours, theirs) = type.outcomes(Data(text.utf8), &settings)
    // In which order Foundation reads the entries of a dictionary is chance, and so is which error it finds first.
    guard !type.areSame(ours, theirs),
      !(Outcome.isError(ours) && Outcome.isError(theirs) && type.hasDictionary)
    else {
      return nil
    }
    return "seed \(seed), \(settings)\n\(type.name)\n\(text)\nours:   \(ours)\ntheirs: \(theirs)"
  }
}

extension TypeCase {
  /// Whether two outcomes are the same. The order of a set, and of a dictionary written as a list, is chance: the outcomes
  /// of types with such members are compared without it.
  fileprivate func areSame(_ one: String, _ other: String) -> Bool {
    let isUnordered = ["Keyed", "Collections"].contains { name.hasPrefix($0) }
    return one == other || isUnordered && one.utf8.sorted() == other.utf8.sorted()
  }

  fileprivate var hasDictionary: Bool { ["Keyed", "Page", "Anything"].contains { name.hasPrefix($0) } }
}
