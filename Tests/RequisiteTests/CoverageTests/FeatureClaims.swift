import Foundation

/// Which tests claim to show which features: those with IDs before the colon of their names, as in
/// `@Test("A33, A34: a key path leads to the part that is wanted")`. A test that `#if` leaves out of CI claims nothing.
struct FeatureClaims {
  /// The names of the tests, by feature.
  private(set) var tests: [String: [String]] = [:]

  init(sources: [URL]) throws {
    for source in sources {
      let isStandIn = ["/CombineTests/", "/AppleStandIns/"].contains { source.path.contains($0) }
      read(
        try String(contentsOf: source, encoding: .utf8),
        compiledWith: isStandIn ? .appleStandIns : .linux)
    }
  }

  init(text: String, compiledWith conditions: CompilationConditions = .linux) {
    read(text, compiledWith: conditions)
  }

  private mutating func read(_ text: String, compiledWith conditions: CompilationConditions) {
    let pattern = /@(?:Test|Suite)\(\s*"(?<ids>[A-Z][0-9]+(?:, [A-Z][0-9]+)*): (?<words>[^"]*)"/
    for match in conditions.compiledPart(of: text).matches(of: pattern) {
      for id in match.ids.split(separator: ", ") {
        tests[String(id), default: []].append(String(match.words))
      }
    }
  }
}
