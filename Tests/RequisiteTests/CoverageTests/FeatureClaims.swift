import Foundation

/// Which tests claim to show which features: those with IDs before the colon of their names, as in
/// `@Test("A33, A34: a key path leads to the part that is wanted")`.
struct FeatureClaims {
  /// The names of the tests, by feature.
  private(set) var tests: [String: [String]] = [:]

  init(sources: [URL]) throws {
    for source in sources { read(try String(contentsOf: source, encoding: .utf8)) }
  }

  init(text: String) {
    read(text)
  }

  private mutating func read(_ text: String) {
    let pattern = /@(?:Test|Suite)\(\s*"(?<ids>[A-Z][0-9]+(?:, [A-Z][0-9]+)*): (?<words>[^"]*)"/
    for match in text.matches(of: pattern) {
      for id in match.ids.split(separator: ", ") {
        tests[String(id), default: []].append(String(match.words))
      }
    }
  }
}
