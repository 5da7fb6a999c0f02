import Testing

/// Names the features of `Tests/FEATURES.txt` that a test shows. `CoverageTests` reads it in the sources.
///
/// The other test targets have this file by a link, so no test imports anything for it.
struct FeatureTrait: TestTrait, SuiteTrait {
  let ids: [String]
}

extension Trait where Self == FeatureTrait {
  /// The features that this test shows, as in `@Test("a key path leads to the part", .feature("A33", "A34"))`.
  static func feature(_ ids: String...) -> Self { FeatureTrait(ids: ids) }
}
