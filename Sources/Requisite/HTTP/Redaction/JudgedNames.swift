/// Decides which names of a text hide their values. Each name is judged once: the elements of a list repeat the same few.
///
/// Names are compared by their bytes: some that are equal by their characters are judged differently.
struct JudgedNames {
  private let redaction: Redaction
  private let isAuthorizationFlow: Bool
  private var known: [ExactText: Bool] = [:]

  /// - Parameter isAuthorizationFlow: True if the text is of an OAuth authorization flow, where `code` is a secret.
  init(_ redaction: Redaction, isAuthorizationFlow: Bool) {
    (self.redaction, self.isAuthorizationFlow) = (redaction, isAuthorizationFlow)
  }

  /// True if the value of a member with this name is redacted.
  ///
  /// - Parameter name: The name without its escapes.
  mutating func hides(_ name: String) -> Bool {
    if let known = known[ExactText(name)] { return known }
    let isHidden =
      redaction.hidesValue(of: name) || isAuthorizationFlow && ASCII.equalIgnoringCase(name, "code")
    known[ExactText(name)] = isHidden
    return isHidden
  }
}
