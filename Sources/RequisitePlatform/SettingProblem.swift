/// A description of why a setting cannot be used.
package struct SettingProblem: Error {
  package let words: String

  package init(_ words: String) { self.words = words }
}
