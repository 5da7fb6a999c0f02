import Foundation

/// The features that tests claim to show by their traits, as in
/// `@Test("a key path leads to the part that is wanted", .feature("A33", "A34"))`.
struct FeatureClaims {
  private(set) var ids: Set<String> = []

  init(sources: [URL]) throws {
    for source in sources { read(try String(contentsOf: source, encoding: .utf8)) }
  }

  init(text: String) { read(text) }

  private mutating func read(_ text: String) {
    let code = text.replacing(#/(?m)^ *\/\/.*/#, with: "")
    for trait in code.matches(of: #/\.feature\(\s*(?<ids>"[^)]*")\s*\)/#) {
      ids.formUnion(trait.ids.matches(of: #/"(?<id>[^"]*)"/#).map { String($0.id) })
    }
  }
}
