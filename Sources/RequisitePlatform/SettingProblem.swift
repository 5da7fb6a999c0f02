/// A description of why a setting cannot be used.
package struct SettingProblem: Error {
  package let message: String

  package init(_ message: String) { self.message = message }
}
