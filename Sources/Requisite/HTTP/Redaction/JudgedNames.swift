/// Decides which names of a text hide their values. Each name is judged once: the elements of a list repeat the same few.
struct JudgedNames {
  private let redaction: Redaction
  private let isAuthorizationFlow: Bool
  private var known: [Name: Bool] = [:]

  /// - Parameter isAuthorizationFlow: True if the text is of an OAuth authorization flow, where `code` is a secret.
  init(_ redaction: Redaction, isAuthorizationFlow: Bool) {
    (self.redaction, self.isAuthorizationFlow) = (redaction, isAuthorizationFlow)
  }

  /// True if the value of a member with this name is redacted.
  ///
  /// - Parameter name: The name without its escapes.
  mutating func hide(_ name: String) -> Bool {
    if let known = known[Name(text: name)] { return known }
    let hides =
      redaction.hidesValue(of: name) || isAuthorizationFlow && ASCII.equalIgnoringCase(name, "code")
    known[Name(text: name)] = hides
    return hides
  }

  /// A name that equals only the same bytes: strings that are equal by their characters may be judged differently.
  private struct Name: Hashable {
    let text: String

    static func == (left: Name, right: Name) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    func hash(into hasher: inout Hasher) {
      text.withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }
}
